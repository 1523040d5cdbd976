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
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Benchmark of the stores for session state, next to plain JDBC. One operation replaces the state
 * of the thread's session and reads it again. All stores use HikariCP with at most {@value
 * #CONNECTIONS} connections, which validates connections that were idle for 500 ms.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar StoreBenchmark -t 8 -p payload=KB_1 -rf json</pre>
 */
public class StoreBenchmark extends SuiteBenchmark {
  static final int CONNECTIONS = 10;

  /** RAW is plain JDBC, the lower limit for every store: one upsert and one select by key. */
  @Param({"RAW", "PS_TXN", "CLASSIC"})
  public String store;

  /**
   * KB_1 is random bytes, which a database cannot compress. TEXT is 10 KB of names and numbers. ADF
   * is the state of an ADF-like module, encoded by the codec {@code binary}.
   */
  @Param({"KB_1", "TEXT", "ADF"})
  public String payload;

  private Connections plain;
  private ConnectionSource connections;
  private PsTxnStore snapshots;
  private String upsert;
  private String select;
  private String drop;

  @Setup
  public void open() throws SQLException {
    open(BenchDatabase.fromEnvironment());
  }

  void open(Database database) throws SQLException {
    String table = SchemaName.of(database.url(), null).in("cloakroom.cloakroom_bench_raw");
    String conflict = " on conflict (id) do update set content = excluded.content";
    upsert = "insert into " + table + " (id, content) values (?, ?)" + conflict;
    select = "select content from " + table + " where id = ?";
    drop = "drop table if exists " + table;
    plain = Subject.HIKARI.open(database, SubjectSettings.full(CONNECTIONS).withValidation(false));
    execute(drop);
    execute("create table " + table + " (id bigint primary key, content bytea not null)");
    connections =
        ConnectionSources.open(
            ConnectionSettings.to(database.url(), database.user(), database.password())
                .pool(PoolKind.HIKARI, CONNECTIONS)
                .validation(Validation.IDLE)
                .statementCache(SubjectSettings.DRIVER_CACHE)
                .build());
    WriteMode mode = store.equals("CLASSIC") ? WriteMode.INSERT_THEN_LOB : WriteMode.ONE_STATEMENT;
    snapshots = new PsTxnStore(connections, PsTxnDialect.forUrl(database.url()), mode);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = plain.borrow();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @TearDown
  public void close() throws SQLException {
    snapshots.close();
    connections.close();
    execute(drop);
    plain.close();
  }

  /** Session of one thread; each exchange changes one byte of its state. */
  @State(Scope.Thread)
  public static class Session {
    private int number;
    private byte[] state;
    private StoredSnapshot stored;

    @Setup
    public void open(StoreBenchmark benchmark, ThreadParams thread) {
      open(benchmark, thread.getThreadIndex());
    }

    void open(StoreBenchmark benchmark, int of) {
      number = of;
      state = state(benchmark.payload, of);
    }

    private static byte[] state(String payload, int number) {
      Random random = new Random(SEED + number);
      byte[] bytes = new byte[1 << 10];
      random.nextBytes(bytes);
      return switch (payload) {
        case "KB_1" -> bytes;
        case "TEXT" ->
            random
                .ints(465, 100_000, 1_000_000)
                .mapToObj(value -> "DepartmentName=" + value + ";")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.US_ASCII);
        default -> SnapshotCodecs.BINARY.encode(AdfLikeState.of(number, 1));
      };
    }

    @TearDown
    public void delete(StoreBenchmark benchmark) {
      if (stored != null) {
        benchmark.snapshots.delete(stored, null);
      }
    }
  }

  @Benchmark
  public byte[] exchange(Session session) throws SQLException {
    session.state[0]++;
    byte[] read = store.equals("RAW") ? raw(session) : snapshot(session);
    if (!Arrays.equals(session.state, read)) {
      throw new IllegalStateException(
          "store %s: session %d: the state read differs from the state written"
              .formatted(store, session.number));
    }
    return read;
  }

  private byte[] snapshot(Session session) {
    StoredSnapshot before = session.stored;
    long version = before == null ? 0 : before.version() + 1;
    session.stored = snapshots.write(before, version, session.state, null);
    return snapshots.read(session.stored.id(), null);
  }

  private byte[] raw(Session session) throws SQLException {
    try (Connection connection = plain.borrow();
        PreparedStatement statement = connection.prepareStatement(upsert)) {
      statement.setLong(1, session.number);
      statement.setBytes(2, session.state);
      statement.executeUpdate();
    }
    try (Connection connection = plain.borrow();
        PreparedStatement query = connection.prepareStatement(select)) {
      query.setLong(1, session.number);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getBytes(1);
      }
    }
  }
}
