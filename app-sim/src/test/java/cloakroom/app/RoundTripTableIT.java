package cloakroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.PoolKind;
import cloakroom.connection.Validation;
import cloakroom.contract.TierOptions;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.database.script.Schema;
import cloakroom.link.Relay;
import cloakroom.module.SessionCookie;
import cloakroom.module.TierCounters;
import cloakroom.options.Kind;
import cloakroom.passivation.FileStore;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.PsTxnStore.WriteMode;
import cloakroom.passivation.SnapshotStore;
import cloakroom.policy.Preset;
import cloakroom.state.SnapshotCodecs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Round trips and log flushes of a change and its commit, listed in round-trips.txt: with 12
 * sessions on both pages, each change recycles an instance at a threshold of 10.
 */
final class RoundTripTableIT {
  private static final int SESSIONS = 12;

  /** Sessions that are counted; what an odd one does (ids are drawn, a vacuum) is not the rule. */
  private static final int COUNTED = 3;

  /** Commits need not wait for the disk: the counts are the same. */
  private static final String ASYNC_COMMIT = "&options=-c%20synchronous_commit=off";

  private final Database database = TestDatabase.newEmptySchema();
  private final Relay relay = Relay.to(database.url());
  private final Map<String, ConnectionSource> pools = new HashMap<>();
  private Connection observer;
  private int serial;
  @TempDir private Path directory;

  @BeforeEach
  void open() throws SQLException {
    observer = database.connect();
    Schema.forUrl(database.url()).install(observer, 2 * TestDatabase.SCALE); // a row for each
  }

  @AfterEach
  void close() throws SQLException {
    pools.values().forEach(ConnectionSource::close);
    relay.close();
    observer.close();
  }

  @Test
  void changeAndCommit_askTheDatabaseAsTheTableSays() throws Exception {
    List<String> table;
    try (InputStream in = getClass().getResourceAsStream("round-trips.txt")) {
      table = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    List<String> found = new ArrayList<>();
    for (String line : table) {
      found.add(line.startsWith("#") ? line : row(line.split(" +", -1)));
    }
    assertThat(String.join("\n", found)).isEqualTo(String.join("\n", table));
  }

  private String row(String[] of) throws Exception {
    try (PooledApplication application = application(of[0], of[1], of[2], pool(of[3]))) {
      long[] counted = settled(application);
      return String.format(
          Locale.ROOT,
          "%-18s %8s %-14s %-11s %6d %6d %7d",
          of[0],
          of[1],
          of[2],
          of[3],
          counted[0],
          counted[1],
          counted[2]);
    }
  }

  private PooledApplication application(
      String policy, String threshold, String store, ConnectionSource connections)
      throws IOException {
    String queries = policy.endsWith("+") ? "needed" : "all";
    return new PooledApplication(
        Hr.APPLICATION,
        Preset.named(policy.replaceAll("[+*!]", ""))
            .policy()
            .with(
                Map.of(
                    "jbo.recyclethreshold",
                    threshold,
                    "cloakroom.activation.reexecute",
                    queries,
                    "cloakroom.snapshot.lifetime",
                    policy.endsWith("*") ? "next" : "commit",
                    "jbo.locking.mode",
                    policy.endsWith("!") ? "pessimistic" : "optimistic")),
        connections,
        store(store, connections),
        SnapshotCodecs.BINARY,
        new TierCounters(),
        false,
        PageCost.NONE);
  }

  private SnapshotStore store(String name, ConnectionSource connections) {
    return switch (name) {
      case TierOptions.MEMORY -> new MemoryStore();
      case TierOptions.FILE -> new FileStore(directory.resolve("" + serial++), false);
      case TierOptions.PS_TXN ->
          new PsTxnStore(connections, PsTxnDialect.POSTGRESQL, WriteMode.ONE_STATEMENT);
      default -> new PsTxnStore(connections, PsTxnDialect.POSTGRESQL, WriteMode.INSERT_THEN_LOB);
    };
  }

  /** For example {@code hikari} or {@code hikari-idle}; a pool serves all its rows. */
  private ConnectionSource pool(String name) {
    return pools.computeIfAbsent(
        name,
        key -> {
          String[] words = key.split("-", -1);
          boolean idle = words.length > 1 && words[1].equals("idle");
          return ConnectionSources.open(
              ConnectionSettings.to(
                      relay.url() + ASYNC_COMMIT, database.user(), database.password())
                  .pool(Kind.constant(PoolKind.class).parse("pool", words[0]), 3 * SESSIONS)
                  .validation(idle ? Validation.IDLE : Validation.ALWAYS)
                  .build());
        });
  }

  /** The usual round trips of a change and of a commit, and the log flushes of both. */
  private long[] settled(PooledApplication application) throws SQLException {
    List<UserSession> sessions =
        LongStream.rangeClosed(1, SESSIONS)
            .mapToObj(i -> new UserSession("session-" + i, i))
            .toList();
    for (UserSession session : sessions) {
      for (String page : application.pages().keySet()) {
        Hr.open(application, session, page, session.user());
      }
    }
    for (UserSession session : sessions) {
      transactions(application, session, new ArrayList<>());
    }
    List<long[]> counted = new ArrayList<>();
    for (UserSession session : sessions.subList(0, COUNTED)) {
      transactions(application, session, counted);
    }
    for (UserSession session : sessions) {
      application.end(session, SessionCookie.End.CRASH);
    }
    long[] usual = new long[3];
    Arrays.setAll(
        usual,
        i -> counted.stream().mapToLong(each -> each[i]).sorted().toArray()[counted.size() / 2]);
    return usual;
  }

  private void transactions(
      PooledApplication application, UserSession session, List<long[]> counted)
      throws SQLException {
    for (String page : application.pages().keySet()) {
      long flushes = writers();
      long before = relay.total().roundTrips();
      Hr.perform(application, session, page, "change", session.id() + "/" + serial++);
      long between = relay.total().roundTrips();
      Hr.perform(application, session, page, "commit", null);
      long after = relay.total().roundTrips();
      counted.add(new long[] {between - before, after - between, writers() - flushes});
    }
  }

  /** Transactions that wrote so far; each of them flushes the log as it commits. */
  private long writers() throws SQLException {
    return Long.parseLong(
        TestDatabase.ask(observer, "select pg_snapshot_xmax(pg_current_snapshot())"));
  }
}
