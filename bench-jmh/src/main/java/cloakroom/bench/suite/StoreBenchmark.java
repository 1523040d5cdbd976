package cloakroom.bench.suite;

import cloakroom.bench.harness.BenchDatabase;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.PoolKind;
import cloakroom.connection.Validation;
import cloakroom.contract.SchemaName;
import cloakroom.database.Database;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.PsTxnStore.WriteMode;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.StoredSnapshot;
import cloakroom.state.AdfLikeState;
import cloakroom.state.SnapshotCodecs;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Benchmark of the stores for session state. One operation replaces a session's state and reads it
 * again. Each of {@value #SESSIONS} sessions belongs to one thread.
 *
 * <p>All stores use a HikariCP pool of at most {@value #CONNECTIONS} connections. The pool
 * validates connections that were idle for 500 ms.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar StoreBenchmark -t 8 -p payload=KB_1 -rf json</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 6, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class StoreBenchmark {
  static final int SESSIONS = 80;
  static final int CONNECTIONS = 10;

  public enum Store {
    /** Plain JDBC as the lower limit for every store: one upsert and one select by key. */
    RAW,
    PS_TXN,
    CLASSIC
  }

  public enum Payload {
    /** Random bytes, which a database cannot compress. */
    KB_1,
    KB_100,
    /** Text of 10 KB with names and numbers, which a database can compress. */
    TEXT,
    /** Session state like that of an ADF module, encoded by the codec {@code binary}. */
    ADF;

    private static final long SEED = 20_110_811;

    byte[] state(int number) {
      Random random = new Random(SEED + number);
      byte[] bytes = new byte[this == KB_1 ? 1 << 10 : 100 << 10];
      random.nextBytes(bytes);
      return switch (this) {
        case KB_1, KB_100 -> bytes;
        case TEXT ->
            Stream.generate(() -> "DepartmentName=" + random.nextInt(1_000_000) + ";")
                .limit(700)
                .collect(Collectors.joining())
                .substring(0, 10 << 10)
                .getBytes(StandardCharsets.US_ASCII);
        case ADF -> SnapshotCodecs.BINARY.encode(AdfLikeState.of(number, 1));
      };
    }
  }

  @Param({"RAW", "PS_TXN", "CLASSIC"})
  public Store store;

  @Param({"KB_1", "KB_100", "TEXT", "ADF"})
  public Payload payload;

  private final byte[][] states = new byte[97][]; // a prime: successive states of a session differ
  private final int[] exchanges = new int[SESSIONS];
  private OpenStore opened;

  private interface Exchange {
    byte[] writeAndRead(int session, byte[] state) throws SQLException;
  }

  private record OpenStore(Exchange exchange, AutoCloseable end) {}

  @Setup
  public void open() throws SQLException {
    open(BenchDatabase.fromEnvironment());
  }

  void open(Database database) throws SQLException {
    Arrays.setAll(states, payload::state);
    opened =
        switch (store) {
          case RAW -> openRaw(database);
          case PS_TXN -> openTierStore(database, WriteMode.ONE_STATEMENT);
          case CLASSIC -> openTierStore(database, WriteMode.INSERT_THEN_LOB);
        };
    for (int session = 0; session < SESSIONS; session++) {
      exchange(session);
    }
  }

  @TearDown
  public void close() throws Exception {
    opened.end.close();
  }

  @State(Scope.Thread)
  public static class ThreadSessions {
    private int step;
    private int next;

    @Setup
    public void choose(ThreadParams thread) {
      step = thread.getThreadCount();
      next = thread.getThreadIndex();
    }

    private int next() {
      int session = next;
      next = session + step < SESSIONS ? session + step : session % step;
      return session;
    }
  }

  @Benchmark
  public void exchange(ThreadSessions own) throws SQLException {
    exchange(own.next());
  }

  void exchange(int session) throws SQLException {
    byte[] state = states[(session + exchanges[session]++) % states.length];
    if (!Arrays.equals(state, opened.exchange.writeAndRead(session, state))) {
      throw new IllegalStateException(
          "store %s: session %d: the state read differs from the state written"
              .formatted(store, session));
    }
  }

  private static OpenStore openRaw(Database database) throws SQLException {
    SchemaName schema = SchemaName.of(database.url(), null);
    Connections connections =
        Subject.HIKARI.open(database, SubjectSettings.full(CONNECTIONS).withValidation(false));
    String table = schema.in("cloakroom.cloakroom_bench_raw");
    String conflict = " on conflict (id) do update set content = excluded.content";
    String upsert = "insert into " + table + " (id, content) values (?, ?)" + conflict;
    String select = "select content from " + table + " where id = ?";
    execute(connections, "drop table if exists " + table);
    execute(
        connections, "create table " + table + " (id bigint primary key, content bytea not null)");
    return new OpenStore(
        (session, state) -> {
          try (Connection connection = connections.borrow();
              PreparedStatement statement = connection.prepareStatement(upsert)) {
            statement.setLong(1, session);
            statement.setBytes(2, state);
            statement.executeUpdate();
          }
          try (Connection connection = connections.borrow();
              PreparedStatement query = connection.prepareStatement(select)) {
            query.setLong(1, session);
            try (ResultSet row = query.executeQuery()) {
              row.next();
              return row.getBytes(1);
            }
          }
        },
        () -> {
          execute(connections, "drop table " + table);
          connections.close();
        });
  }

  private static void execute(Connections connections, String sql) throws SQLException {
    try (Connection connection = connections.borrow();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static OpenStore openTierStore(Database database, WriteMode mode) throws SQLException {
    ConnectionSource connections =
        ConnectionSources.open(
            ConnectionSettings.to(database.url(), database.user(), database.password())
                .pool(PoolKind.HIKARI, CONNECTIONS)
                .minimum(CONNECTIONS)
                .validation(Validation.IDLE)
                .statementCache(SubjectSettings.DRIVER_CACHE)
                .build());
    SnapshotStore snapshots =
        new PsTxnStore(connections, PsTxnDialect.forUrl(database.url()), mode);
    StoredSnapshot[] stored = new StoredSnapshot[SESSIONS];
    return new OpenStore(
        (session, state) -> {
          StoredSnapshot before = stored[session];
          long version = before == null ? 0 : before.version() + 1;
          stored[session] = snapshots.write(before, version, state, null);
          return snapshots.read(stored[session].id(), null);
        },
        () -> {
          for (StoredSnapshot snapshot : stored) {
            snapshots.delete(snapshot, null);
          }
          snapshots.close();
          connections.close();
        });
  }
}
