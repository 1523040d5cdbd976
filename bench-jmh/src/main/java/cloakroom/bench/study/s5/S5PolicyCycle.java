package cloakroom.bench.study.s5;

import cloakroom.app.PageAnswer;
import cloakroom.app.PageCost;
import cloakroom.app.PooledApplication;
import cloakroom.app.UserSession;
import cloakroom.app.file.ApplicationFile;
import cloakroom.application.PageDefinition;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.harness.StudyState;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.PoolKind;
import cloakroom.contract.Counter;
import cloakroom.contract.TierOptions;
import cloakroom.database.Database;
import cloakroom.module.TierCounters;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.PsTxnStore.WriteMode;
import cloakroom.passivation.SnapshotStore;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import cloakroom.state.SnapshotCodecs;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Study S5: cost of releasing a session's application module between its requests.
 *
 * <p>{@value #SESSIONS} sessions take turns to change a row and commit. With few module instances,
 * a session loses its instance before each change, but keeps it between change and commit. The
 * benchmark uses the application's real pool and snapshots, but no HTTP and no parallel requests.
 */
public class S5PolicyCycle extends StudyState {
  private static final String[] BRIEF = {
    "policy=sticky,release-in-memory threshold=10,200 store=ps-txn-classic recycle=store",
    "policy=release-in-memory threshold=10 store=ps-txn-classic recycle=memory",
    "policy=sticky threshold=10 store=ps-txn-classic rtt=1ms",
    "policy=release-in-memory threshold=10 store=ps-txn-classic recycle=memory rtt=1ms"
  };

  public static final StudySets SETS =
      StudySets.of(BRIEF)
          .full(
              BRIEF[0],
              BRIEF[1],
              BRIEF[2],
              BRIEF[3],
              "policy=sticky,release-in-memory threshold=10,200 store=ps-txn",
              "policy=release-passivate threshold=10,200 store=ps-txn-classic,ps-txn,memory");

  private static final int SESSIONS = 80;

  @Param({"sticky", "release-in-memory"})
  public String policy;

  @Param({"10", "200"})
  public String threshold;

  @Param({"ps-txn-classic", "memory"})
  public String store;

  /**
   * Value of {@code cloakroom.level1.recycle}. With {@code memory}, the state of a recycled
   * instance stays in the node as objects: no codec and no store, as the published test reports.
   */
  @Param("store")
  public String recycle;

  private final TierCounters counters = new TierCounters();
  private ConnectionSource connections;
  private PooledApplication application;
  private PageDefinition page;
  private List<UserSession> sessions;
  private long value;

  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Passivations {
    public double snapshotWrites;
    public double connectionsBorrowed;
  }

  @Setup
  public final void open() throws SQLException {
    Map<String, String> settings =
        Map.of("jbo.recyclethreshold", threshold, "cloakroom.level1.recycle", recycle);
    ReleasePolicy release = Preset.named(policy).policy().with(settings);
    Database database = database();
    connections =
        ConnectionSources.open(
            ConnectionSettings.to(database.url(), database.user(), database.password())
                .pool(PoolKind.UCP, SESSIONS + 20)
                .reserve(release.effects().reservedConnections(store, SESSIONS + 20))
                .name("cycle")
                .build());
    application =
        new PooledApplication(
            ApplicationFile.read(ApplicationFile.DEFAULT),
            release,
            connections,
            snapshots(PsTxnDialect.forUrl(database.url())),
            store.equals(TierOptions.PS_TXN_CLASSIC) ? SnapshotCodecs.XML : SnapshotCodecs.BINARY,
            counters,
            false,
            PageCost.NONE);
    sessions =
        IntStream.rangeClosed(1, SESSIONS)
            .mapToObj(user -> new UserSession("session-of-user-" + user, user))
            .toList();
    page = application.pages().get("departments");
    for (UserSession session : sessions) {
      perform(session, "open", null);
    }
    cycle();
  }

  private SnapshotStore snapshots(PsTxnDialect dialect) {
    return switch (store) {
      case TierOptions.MEMORY -> new MemoryStore();
      case TierOptions.PS_TXN -> new PsTxnStore(connections, dialect, WriteMode.ONE_STATEMENT);
      case TierOptions.PS_TXN_CLASSIC ->
          new PsTxnStore(connections, dialect, WriteMode.INSERT_THEN_LOB);
      default -> throw new IllegalArgumentException("store " + store + " is not supported here");
    };
  }

  @TearDown
  public final void close() {
    application.close();
    connections.close();
  }

  @Benchmark
  public void protocol(StudyCounts counts, Passivations passivations) {
    long writes = counters.get(Counter.SNAPSHOT_WRITES);
    long borrows = connections.statistics().get(Counter.CONNECTIONS_BORROWED);
    startCounting();
    cycle();
    stopCounting(counts);
    passivations.snapshotWrites = counters.get(Counter.SNAPSHOT_WRITES) - writes;
    passivations.connectionsBorrowed =
        connections.statistics().get(Counter.CONNECTIONS_BORROWED) - borrows;
  }

  private void cycle() {
    value++;
    for (UserSession session : sessions) {
      perform(session, "change", "cycle " + value);
      int written = perform(session, "commit", null).changes();
      if (written != 1) {
        throw new IllegalStateException(session.user() + " wrote " + written + " rows, not 1");
      }
    }
  }

  private PageAnswer perform(UserSession session, String step, String newValue) {
    return application.perform(session, page, page.steps().get(step), session.user(), newValue);
  }
}
