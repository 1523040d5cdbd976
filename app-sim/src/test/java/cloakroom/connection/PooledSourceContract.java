package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cloakroom.contract.Counter;
import cloakroom.contract.ErrorClass;
import cloakroom.database.Await;
import cloakroom.database.TestDatabase;
import cloakroom.platform.Password;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of a source with a limit. */
abstract class PooledSourceContract extends ConnectionSourceContract {
  private static final int BORROWERS = 38;
  private static final Duration ARRIVALS = Duration.ofMillis(150);

  PooledSourceContract(PoolKind kind) {
    super(kind);
  }

  @Test
  void borrow_exhaustedPool_failsWithThePoolsState() {
    ConnectionSource source = open(settings(2).borrowWait(Duration.ofMillis(300)).name("coats"));
    try (Lease one = ServerUnderTest.lend(source::borrow);
        Lease two = ServerUnderTest.lend(source::borrow)) {
      two.pin();
      long before = source.statistics().get(Counter.BORROW_TIMEOUTS);
      ConnectionException thrown = ServerUnderTest.refusal(source);
      assertThat(one.jdbc()).isNotSameAs(two.jdbc());
      assertThat(thrown.kind()).isEqualTo(ErrorClass.POOL_EXHAUSTED);
      assertThat(thrown.getMessage())
          .matches(
              "no connection from coats-\\d+ after ([3-9]|\\d{2,})\\d\\d ms: limit 2, in use 2, open 2, waiting 1, pinned 1;"
                  + " last cause: none");
      assertThat(source.statistics().get(Counter.BORROW_TIMEOUTS)).isEqualTo(before + 1);
    }
  }

  /** HikariCP's thread opens a missing connection on demand, but only once for each borrower. */
  private static boolean opensConnection() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Stream::of)
        .anyMatch(frame -> frame.getClassName().contains("PoolEntryCreator"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void borrow_waiting_getsTheReturnedConnectionOrANewOne(boolean broken) throws Exception {
    ConnectionSource source = open(settings(1));
    Lease first = source.borrow();
    CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> source.borrow().close());
    Await.until("a waiting borrower", () -> source.waiting() == 1);
    if (broken) {
      Await.until("pool that opens no connection", () -> !opensConnection());
      first.markBroken();
    }
    first.close();
    assertThat(waiting.get()).isNull();
    assertThat(source.statistics().get(Counter.CONNECTIONS_BORROWED)).isEqualTo(2);
    assertThat(source.statistics().get(Counter.MAX_CONNECTIONS_IN_USE)).isEqualTo(1);
  }

  /**
   * Without {@link AgroalSource}'s short calls, Agroal misses the end of a connect if it comes
   * while the borrower looks for a connection. The borrower then waits for its whole maximum time.
   */
  @Test
  void borrow_whileABrokenConnectionIsReplaced_getsTheNewOne() {
    ConnectionSource source = open(settings(1).minimum(1).borrowWait(Await.LIMIT));
    for (int round = 0; round < 50; round++) {
      Lease broken = source.borrow();
      broken.markBroken();
      broken.close();
    }
    source.borrow().close();
    assertThat(source.statistics().get(Counter.CONNECTIONS_BORROWED)).isEqualTo(51);
  }

  /**
   * No connection is returned here. Without {@link UcpSource}'s short calls, UCP forgets a borrower
   * in one of eight rounds: 20 rounds (profile {@code soak}) detect that in 14 of 15 cases, 4
   * rounds in two of five.
   */
  @Test
  void borrowersBelowTheLimit_doNotWaitForAReturn() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(BORROWERS);
    Random random = new Random(1);
    int max = Boolean.getBoolean("cloakroom.contracts") ? 20 : 4;
    int rounds = kind() == PoolKind.UCP && server() == PostgresUnderTest.SERVER ? max : 1;
    try {
      for (int round = 0; round < rounds; round++) {
        ConnectionSource source = open(settings(2 * BORROWERS));
        List<Future<Lease>> borrows = new ArrayList<>();
        for (int i = 0; i < BORROWERS; i++) {
          long arrival = System.nanoTime() + (long) (random.nextDouble() * ARRIVALS.toNanos());
          borrows.add(
              threads.submit(
                  () -> {
                    while (System.nanoTime() - arrival < 0) {
                      LockSupport.parkNanos(arrival - System.nanoTime());
                    }
                    return source.borrow();
                  }));
        }
        for (Future<Lease> borrow : borrows) {
          borrow.get().close();
        }
        assertThat(source.statistics().get(Counter.BORROW_TIMEOUTS)).isZero();
        source.close();
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void borrow_fullServer_failsAfterTheWholeWaitWithTheServersText() throws Exception {
    assumeTrue(server() == PostgresUnderTest.SERVER);
    ConnectionSource source =
        open(limited(4, 1).borrowWait(Duration.ofMillis(300)).name("crowded"));
    try (LogCapture log = LogCapture.atPresentLevel();
        Lease one = ServerUnderTest.lend(source::borrow)) {
      long before = source.statistics().get(Counter.BORROW_TIMEOUTS);
      ConnectionException thrown = ServerUnderTest.refusal(source);
      assertThat(one.isBroken()).isFalse();
      assertThat(log.linesOf("oracle")).isEmpty();
      assertThat(thrown.kind()).isEqualTo(ErrorClass.POOL_OR_PROCESS_LIMIT);
      assertThat(thrown.getMessage())
          .matches(
              "no connection from crowded-\\d+ after ([3-9]|\\d{2,})\\d\\d ms: limit 4, in use 1, open 1, waiting 1,"
                  + " pinned 0; last cause: FATAL: too many connections for role .*");
      assertThat(source.statistics().get(Counter.BORROW_TIMEOUTS)).isEqualTo(before + 1);
    }
  }

  @Test
  void borrow_fullServer_waitsForAConnectionThatIsReturned() throws Exception {
    assumeTrue(server() == PostgresUnderTest.SERVER);
    ConnectionSource source = open(limited(8, 2));
    List<CompletableFuture<Void>> borrowers = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (int i = 0; i < 8; i++) {
        borrowers.add(CompletableFuture.runAsync(() -> borrowOften(source), threads));
      }
      for (CompletableFuture<Void> borrower : borrowers) {
        assertThat(borrower.get()).isNull();
      }
    } finally {
      threads.shutdown();
    }
    assertThat(source.statistics().get(Counter.CONNECTIONS_BORROWED)).isEqualTo(8 * 20);
  }

  private void borrowOften(ConnectionSource source) {
    for (int i = 0; i < 20; i++) {
      try (Lease lease = source.borrow()) {
        assertThat(backend(lease.jdbc())).isPositive();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Returns settings of a pool with a lower limit in the server. */
  private ConnectionSettings limited(int size, int connections) throws SQLException {
    Password password = Password.random();
    String role = "limited_" + password.reveal().hashCode();
    try (Connection superuser = TestDatabase.server().connectAsSuperuser()) {
      TestDatabase.execute(
          superuser,
          "create role \"%s\" login password '%s' connection limit %d"
              .formatted(role, password.reveal(), connections));
    }
    return ConnectionSettings.to(server().url(), role, password)
        .pool(kind(), size)
        .borrowWait(Await.LIMIT)
        .login(Await.LIMIT);
  }

  /** UCP opens another at once. */
  @Test
  void brokenConnection_isReplacedOnDemandOnly() {
    assumeTrue(kind() != PoolKind.UCP);
    ConnectionSource source = open(settings(3));
    try (Lease lease = source.borrow()) {
      lease.markBroken();
    }
    Await.until("it is closed", () -> source.statistics().get(Counter.CONNECTIONS_CLOSED) == 2);
    assertThat(source.statistics().get(Counter.CONNECTIONS_OPEN)).isZero();
  }

  /** UCP's manager of all pools stays. */
  @Test
  void close_leavesNoThread_noBean_noLogLine() throws Exception {
    assumeTrue(kind() != PoolKind.UCP);
    open(settings(1)).close(); // a driver and a pool may keep static state
    Set<Thread> threads = Thread.getAllStackTraces().keySet();
    Set<ObjectName> beans = beans();
    try (LogCapture log = LogCapture.atPresentLevel()) {
      ConnectionSource source = open(settings(2).minimum(1));
      try (Lease one = source.borrow();
          Lease two = source.borrow()) {
        one.markBroken();
        assertThat(two).isNotNull();
      }
      assertThat(beans()).isEqualTo(beans);
      source.close();
      assertThat(log.lines()).isEmpty();
    }
    Await.until("no thread left", () -> threads.containsAll(Thread.getAllStackTraces().keySet()));
  }

  private static Set<ObjectName> beans() {
    return ManagementFactory.getPlatformMBeanServer().queryNames(null, null);
  }

  @Test
  void minimum_isOpenFromTheStart() {
    ConnectionSource source = open(settings(5).minimum(3));

    assertThat(source.statistics().get(Counter.CONNECTIONS_OPEN)).isEqualTo(3);
    assertThat(source.statistics().get(Counter.CONNECTIONS_IN_USE)).isZero();
    assertThat(source.statistics().get(Counter.CONNECTIONS_BORROWED)).isZero();
  }
}
