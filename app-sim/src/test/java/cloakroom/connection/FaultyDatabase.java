package cloakroom.connection;

import cloakroom.platform.Password;
import cloakroom.testing.Proxies;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * Database in this process with the statements of the pages and of PS_TXN, behind a real pool. Each
 * call may fail: refused connects, dead sessions, statement time-outs, lost responses of commits
 * and slow calls.
 */
public final class FaultyDatabase {
  private static final int ROWS = 10;
  private static final Duration LONG = Duration.ofMillis(30);

  /** One of this many calls fails. */
  private static final int ONE_IN = 200;

  /** Pools require unique names. */
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** Committed and uncommitted values: every user writes separate rows. */
  private final Map<String, String> values = new ConcurrentHashMap<>();

  private final Map<Long, Stored> snapshots = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> faults = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger lentInTransaction = new AtomicInteger();
  private volatile boolean calm;

  /** A row of PS_TXN. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Stored(long version, byte[] content) {}

  public ConnectionSource source(PoolKind kind, int size, int reserve) {
    ConnectionSettings settings =
        ConnectionSettings.to("jdbc:postgresql://stand-in/coats", "scott", Password.of("tiger"))
            .pool(kind, size)
            .reserve(reserve)
            .borrowWait(Duration.ofSeconds(1))
            .name("stand-in-" + NUMBER.incrementAndGet())
            .build();
    return new LeasingSource(
        settings,
        Dialect.POSTGRESQL,
        ConnectionSources.openPool(
            settings, new PhysicalSource(settings, Proxies.of(Driver.class, this::connect))));
  }

  public void calm(boolean now) {
    calm = now;
  }

  public int open() {
    return open.get();
  }

  /** Number of borrowers that found an open transaction. */
  public int lentInTransaction() {
    return lentInTransaction.get();
  }

  public Map<String, AtomicInteger> faults() {
    return faults;
  }

  public byte[] snapshot(long id) {
    return snapshots.get(id).content;
  }

  public void forgetSnapshots() {
    snapshots.clear();
  }

  public long snapshotsWith(String text) {
    return snapshots.values().stream()
        .filter(row -> new String(row.content, StandardCharsets.UTF_8).contains(text))
        .count();
  }

  /** Changes the bytes of a row of PS_TXN; null removes the row. */
  public void tamper(long id, byte[] content) {
    snapshots.computeIfPresent(
        id, (same, row) -> content == null ? null : new Stored(row.version, content));
  }

  private boolean fails(String stage) {
    boolean fails = !calm && ThreadLocalRandom.current().nextInt(ONE_IN) == 0;
    if (fails) {
      faults.computeIfAbsent(stage, first -> new AtomicInteger()).incrementAndGet();
    }
    return fails;
  }

  private Object connect(Object proxy, Method method, Object[] arguments) throws SQLException {
    if (fails("connect refused")) {
      throw new SQLException("Connection refused", "08001");
    }
    open.incrementAndGet();
    return Proxies.of(BaseConnection.class, new Session());
  }

  private final class Session implements InvocationHandler {
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private boolean autoCommit = true;
    private boolean inTransaction;
    private volatile boolean ended;

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws SQLException {
      return switch (method.getName()) {
        case "unwrap" -> proxy;
        case "isWrapperFor" -> ((Class<?>) arguments[0]).isInstance(proxy);
        case "getAutoCommit" -> autoCommit;
        case "setAutoCommit" -> switchTo((Boolean) arguments[0]);
        case "getTransactionState" -> inTransaction ? TransactionState.OPEN : TransactionState.IDLE;
        case "getTransactionIsolation" -> Connection.TRANSACTION_READ_COMMITTED;
        case "isClosed" -> ended;
        case "isValid" -> !ended && !fails("dead at a validation");
        case "beginRequest" -> lent();
        case "commit" -> commit();
        case "rollback" -> rollback();
        case "close" -> close();
        case "abort" -> end();
        case "createArrayOf" -> null;
        case "prepareStatement" -> statement((String) arguments[0]);
        default -> Proxies.defaultResult(proxy, method, arguments);
      };
    }

    private Object lent() {
      if (inTransaction) {
        lentInTransaction.incrementAndGet();
      }
      return null;
    }

    private Object switchTo(boolean on) throws SQLException {
      requireOpen();
      autoCommit = on;
      return null;
    }

    private void requireOpen() throws SQLException {
      if (ended) {
        throw new SQLException("This connection has been closed.", "08003");
      }
    }

    private void orDie(String stage) throws SQLException {
      requireOpen();
      if (fails(stage)) {
        end();
        throw new SQLException("An I/O error occurred while sending to the backend.", "08006");
      }
    }

    private Object commit() throws SQLException {
      orDie("died before a commit");
      undo.clear();
      inTransaction = false;
      orDie("response of a commit lost");
      return null;
    }

    private Object rollback() throws SQLException {
      orDie("died at a rollback");
      undoAll();
      return null;
    }

    private void undoAll() {
      while (!undo.isEmpty()) {
        undo.pop().run();
      }
      inTransaction = false;
    }

    private Object close() throws SQLException {
      end();
      if (fails("close failed")) {
        throw new SQLException("An I/O error occurred while sending to the backend.", "08006");
      }
      return null;
    }

    private synchronized Object end() {
      if (!ended) {
        ended = true;
        undoAll();
        open.decrementAndGet();
      }
      return null;
    }

    private PreparedStatement statement(String sql) throws SQLException {
      requireOpen();
      return Proxies.of(PreparedStatement.class, new Statement(this, sql));
    }

    private void write(Runnable now, Runnable before) {
      now.run();
      if (!autoCommit) {
        undo.push(before);
      }
    }
  }

  /** One text with one or more statements and their results. */
  private final class Statement implements InvocationHandler {
    private final Session session;
    private final String sql;
    private final List<Object> parameters = new ArrayList<>();
    private final Deque<Object> results = new ArrayDeque<>();

    Statement(Session session, String sql) {
      this.session = session;
      this.sql = sql;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws SQLException {
      return switch (method.getName()) {
        case "setLong", "setString", "setBytes", "setDouble", "setArray" -> set(arguments);
        case "execute", "executeQuery", "executeUpdate" -> {
          run();
          yield method.getName().equals("execute") ? false : results.peek();
        }
        case "getMoreResults" -> results.poll() == null;
        case "getUpdateCount" -> results.peek() instanceof Integer count ? count : -1;
        default -> Proxies.defaultResult(proxy, method, arguments);
      };
    }

    private Object set(Object[] arguments) {
      parameters.add((Integer) arguments[0] - 1, arguments[1]);
      return null;
    }

    private void run() throws SQLException {
      session.orDie("died at a statement");
      if (fails("statement took long")) {
        LockSupport.parkNanos(LONG.toNanos());
      }
      if (fails("statement timed out")) {
        throw new SQLException("canceling statement due to statement timeout", "57014");
      }
      boolean autoCommit = session.autoCommit;
      int from = 0;
      for (String one : sql.split("; ", -1)) {
        int to = from + (int) one.chars().filter(sign -> sign == '?').count();
        Object result = execute(one, parameters.subList(from, to));
        if (result != null) {
          results.add(result);
        }
        from = to;
      }
      session.autoCommit = autoCommit;
    }

    private Object execute(String one, List<Object> with) throws SQLException {
      if (one.equals("rollback")) {
        session.undoAll();
        session.autoCommit = true; // for the rest of this text, which begins no transaction
        return 0;
      } else if (one.equals("commit")) {
        return session.commit();
      }
      session.inTransaction = !session.autoCommit;
      return one.contains("ps_txn") ? onSnapshots(one, with) : onRows(one, with);
    }

    private Object onRows(String one, List<Object> with) {
      String table = one.replaceAll(".*(departments|employees).*", "$1");
      if (one.startsWith("update")) {
        String key = table + with.get(1);
        String before = values.getOrDefault(key, "");
        session.write(() -> values.put(key, (String) with.get(0)), () -> values.put(key, before));
        return 1;
      }
      long key = (Long) with.get(0);
      if (one.endsWith("nowait")) {
        return rows(List.<Object[]>of(new Object[] {values.getOrDefault(table + key, "")}));
      }
      List<Object[]> found = new ArrayList<>();
      for (long next = key; next < key + ROWS; next++) {
        found.add(new Object[] {next, values.getOrDefault(table + next, "")});
      }
      return rows(found);
    }

    private Object onSnapshots(String one, List<Object> with) {
      if (one.startsWith("select nextval")) {
        return rows(List.<Object[]>of(new Object[] {ids.addAndGet(50)}));
      } else if (one.startsWith("select content")) {
        Stored found = snapshots.get((Long) with.get(0));
        Timestamp now = new Timestamp(0);
        return rows(
            found == null
                ? List.of()
                : List.<Object[]>of(new Object[] {found.content, found.version, now, now}));
      } else if (one.startsWith("insert")) {
        return inserted(one, with);
      } else if (one.startsWith("delete")) {
        return replaced((Long) with.get(0), (Long) with.get(1), null);
      } else if (one.startsWith("update cloakroom.ps_txn set content")) {
        long id = (Long) with.get(1);
        Stored empty = snapshots.get(id);
        return replaced(id, empty.version, new Stored(empty.version, (byte[]) with.get(0)));
      } else if (one.startsWith("update cloakroom.ps_txn set parentid")) {
        Stored now = new Stored((Long) with.get(0), (byte[]) with.get(1));
        return replaced((Long) with.get(2), (Long) with.get(3), now);
      }
      return 0; // keep-alive
    }

    /** Inserts with a drawn or a given id, with or without content. */
    private Object inserted(String one, List<Object> with) {
      boolean draws = one.contains("nextval");
      int last = with.size() - 1;
      if (one.contains("where exists")) {
        if (!snapshots.containsKey((Long) with.get(last))) {
          return draws ? rows(List.of()) : (Object) 0;
        }
        last--;
      }
      long id = draws ? ids.addAndGet(50) : (Long) with.get(1);
      byte[] content = last >= (draws ? 1 : 2) ? (byte[]) with.get(last) : null;
      Stored row = new Stored((Long) with.get(0), content);
      session.write(() -> snapshots.put(id, row), () -> snapshots.remove(id));
      return draws ? rows(List.<Object[]>of(new Object[] {id})) : (Object) 1;
    }

    /** Replaces a row in this version; null deletes it. */
    private int replaced(long id, long version, Stored by) {
      Stored before = snapshots.get(id);
      if (before == null || before.version != version) {
        return 0;
      }
      session.write(
          () -> {
            if (by == null) {
              snapshots.remove(id);
            } else {
              snapshots.put(id, by);
            }
          },
          () -> snapshots.put(id, before));
      return 1;
    }
  }

  private static ResultSet rows(List<Object[]> all) {
    int[] at = {-1};
    return Proxies.of(
        ResultSet.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "next" -> ++at[0] < all.size();
              case "getLong", "getString", "getBytes", "getTimestamp" ->
                  all.get(at[0])[(Integer) arguments[0] - 1];
              default -> Proxies.defaultResult(proxy, method, arguments);
            });
  }
}
