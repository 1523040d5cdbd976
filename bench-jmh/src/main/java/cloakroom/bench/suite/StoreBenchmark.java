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
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
 * One operation writes a session's state in place of the previous one and reads it back. Each of
 * {@value #SESSIONS} sessions belongs to one thread. All stores use HikariCP with the same settings
 * and at most {@value #CONNECTIONS} connections, which are validated after 500 ms without use.
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

  /** Store under test. */
  public enum Store {
    /** Plain JDBC: one upsert and one select by key in autocommit, the lower bound. */
    RAW,
    PS_TXN,
    CLASSIC
  }

  /** Content of the states; the same in every run. */
  public enum Payload {
    /** Random bytes, which a database cannot compress. */
    KB_1,
    KB_100,
    /** 10 KB of names and numbers. */
    TEXT,
    /** A session like that of an ADF module, written by the codec {@code binary}. */
    ADF;

    private static final long SEED = 20_110_811;

    byte[] state(int number) {
      Random random = new Random(SEED + number);
      return switch (this) {
        case KB_1 -> random(random, 1 << 10);
        case KB_100 -> random(random, 100 << 10);
        case TEXT -> text(random, 10 << 10);
        case ADF -> SnapshotCodecs.BINARY.encode(AdfLikeState.of(number, 1));
      };
    }

    private static byte[] random(Random random, int size) {
      byte[] content = new byte[size];
      random.nextBytes(content);
      return content;
    }

    private static byte[] text(Random random, int size) {
      StringBuilder text = new StringBuilder();
      while (text.length() < size) {
        text.append("DepartmentName=").append(random.nextInt(1_000_000)).append(';');
      }
      return text.substring(0, size).getBytes(StandardCharsets.US_ASCII);
    }
  }

  @Param({"RAW", "PS_TXN", "CLASSIC"})
  public Store store;

  @Param({"KB_1", "KB_100", "TEXT", "ADF"})
  public Payload payload;

  /** A prime number: two successive states of a session differ. */
  private final byte[][] states = new byte[97][];

  private final int[] turns = new int[SESSIONS];
  private Opened opened;

  /** Store that keeps one state for each session; a session is used by one thread at a time. */
  private interface Opened extends AutoCloseable {
    byte[] writeAndRead(int session, byte[] state) throws SQLException;

    @Override
    void close() throws SQLException;
  }

  @Setup(Level.Trial)
  public void open() throws SQLException {
    open(BenchDatabase.named());
  }

  /** Opens the store and writes the first state of each session. */
  void open(Database database) throws SQLException {
    Arrays.setAll(states, payload::state);
    opened =
        switch (store) {
          case RAW -> new RawStore(database);
          case PS_TXN -> new TierStore(database, WriteMode.ONE_STATEMENT);
          case CLASSIC -> new TierStore(database, WriteMode.INSERT_THEN_LOB);
        };
    for (int session = 0; session < SESSIONS; session++) {
      exchange(session);
    }
  }

  @TearDown(Level.Trial)
  public void close() throws SQLException {
    opened.close();
  }

  /** Sessions of one thread, in turn. */
  @State(Scope.Thread)
  public static class Own {
    private int step;
    private int next;

    @Setup(Level.Trial)
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

  /** Writes and reads the next session of this thread. */
  @Benchmark
  public void exchange(Own own) throws SQLException {
    exchange(own.next());
  }

  void exchange(int session) throws SQLException {
    byte[] state = states[(session + turns[session]++) % states.length];
    if (!Arrays.equals(state, opened.writeAndRead(session, state))) {
      throw new IllegalStateException(
          "store %s: session %d: the state read differs from the state written"
              .formatted(store, session));
    }
  }

  private static final class RawStore implements Opened {
    private static final String TABLE = "cloakroom.cloakroom_bench_raw";

    private final SchemaName schema;
    private final Connections connections;
    private final String upsert;
    private final String select;

    RawStore(Database database) throws SQLException {
      schema = SchemaName.of(database.url(), null);
      connections =
          Subject.HIKARI.open(database, SubjectSettings.full(CONNECTIONS).withValidation(false));
      upsert =
          schema.in(
              "insert into "
                  + TABLE
                  + " (id, content) values (?, ?) on conflict (id) do update set content ="
                  + " excluded.content");
      select = schema.in("select content from " + TABLE + " where id = ?");
      execute("drop table if exists " + TABLE);
      execute("create table " + TABLE + " (id bigint primary key, content bytea not null)");
    }

    private void execute(String sql) throws SQLException {
      try (Connection connection = connections.take();
          Statement statement = connection.createStatement()) {
        statement.execute(schema.in(sql));
      }
    }

    @Override
    public byte[] writeAndRead(int session, byte[] state) throws SQLException {
      try (Connection connection = connections.take();
          PreparedStatement statement = connection.prepareStatement(upsert)) {
        statement.setLong(1, session);
        statement.setBytes(2, state);
        statement.executeUpdate();
      }
      try (Connection connection = connections.take();
          PreparedStatement query = connection.prepareStatement(select)) {
        query.setLong(1, session);
        try (ResultSet row = query.executeQuery()) {
          row.next();
          return row.getBytes(1);
        }
      }
    }

    @Override
    public void close() throws SQLException {
      execute("drop table " + TABLE);
      connections.close();
    }
  }

  /** Store of the tier, with the tier's connection source. */
  private static final class TierStore implements Opened {
    private final ConnectionSource connections;
    private final SnapshotStore snapshots;
    private final StoredSnapshot[] stored = new StoredSnapshot[SESSIONS];

    TierStore(Database database, WriteMode way) throws SQLException {
      connections =
          ConnectionSources.open(
              ConnectionSettings.to(database.url(), database.user(), database.password())
                  .pool(PoolKind.HIKARI, CONNECTIONS)
                  .minimum(CONNECTIONS)
                  .validation(Validation.IDLE)
                  .statementCache(SubjectSettings.DRIVER_CACHE)
                  .build());
      snapshots = new PsTxnStore(connections, PsTxnDialect.forUrl(database.url()), way);
    }

    @Override
    public byte[] writeAndRead(int session, byte[] state) {
      StoredSnapshot before = stored[session];
      long version = before == null ? 0 : before.version() + 1;
      stored[session] = snapshots.write(before, version, state, null);
      return snapshots.read(stored[session].id(), null);
    }

    @Override
    public void close() {
      for (StoredSnapshot snapshot : stored) {
        snapshots.delete(snapshot, null);
      }
      snapshots.close();
      connections.close();
    }
  }
}
