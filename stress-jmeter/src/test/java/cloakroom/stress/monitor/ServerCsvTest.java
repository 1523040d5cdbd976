package cloakroom.stress.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.load.Samples;
import cloakroom.stress.monitor.ServerMetrics.ServerCsv;
import cloakroom.stress.monitor.ServerMetrics.ServerQuery;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public final class ServerCsvTest {
  private static final ServerQuery NUMBER =
      new ServerQuery("number", "select 7 as seven from dual", List.of("seven"));
  private static final ServerQuery WAITING =
      new ServerQuery("waiting", "select held() as held from dual", List.of("held"));
  private static final ServerQuery WRONG =
      new ServerQuery("wrong", "select no_such_column as wrong from dual", List.of("wrong"));
  private static final ServerQuery REFUSED =
      new ServerQuery("refused", "select v.x as refused from v$secret v", List.of("refused"));
  private static final long PATIENT = TimeUnit.MINUTES.toMillis(10);
  private static CountDownLatch asked = new CountDownLatch(1);
  private static CountDownLatch answer = new CountDownLatch(0);

  private static final Set<Thread.State> WAITS =
      Set.of(Thread.State.BLOCKED, Thread.State.WAITING, Thread.State.TIMED_WAITING);

  @TempDir private Path folder;
  private final List<String> notes = new ArrayList<>();
  private ViewsOnH2 views;
  private MonitorConnection connection;

  public static int held() throws InterruptedException {
    asked.countDown();
    answer.await();
    return 1;
  }

  @BeforeEach
  void connect() throws SQLException {
    asked = new CountDownLatch(1);
    answer = new CountDownLatch(0);
    views = new ViewsOnH2("series");
    views.execute("create alias held for '" + ServerCsvTest.class.getName() + ".held'");
    connection = views.connection(ViewsOnH2.OWNER);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    views.close();
  }

  private ServerCsv start(long lateMs, ServerQuery... queries) {
    ServerMetrics metrics =
        new ServerMetrics(
            MonitorDialect.ORACLE, connection, List.of(queries), "APP", () -> 0, notes::add);
    return metrics.record(folder.resolve("server.csv"), lateMs);
  }

  private List<String> column(String name) throws Exception {
    return Samples.columns(folder.resolve("server.csv")).stream()
        .map(row -> row.get(name))
        .toList();
  }

  static void awaitAnswer(ServerCsv series) {
    CompletableFuture.runAsync(() -> {}, series.thread).join();
  }

  private static void ticks(ServerCsv series, int number) {
    for (int i = 0; i < number; i++) {
      series.tick(i);
      awaitAnswer(series);
    }
  }

  @Test
  void tickDuringASlowAnswer_isAGapAndDelaysNobody() throws Exception {
    answer = new CountDownLatch(1);
    ServerCsv series = start(PATIENT, NUMBER, WAITING);
    series.tick(1);
    asked.await();
    series.tick(2); // would hang here
    answer.countDown();
    awaitAnswer(series);
    series.tick(3);
    series.close();

    assertThat(column("epochMs")).containsExactly("1", "3");
    assertThat(column("seven")).containsExactly("7", "7");
    assertThat(series.state().rows()).isEqualTo(2);
    assertThat(series.state().gaps()).isEqualTo(1);
  }

  @Test
  void answerThatComesTooLate_orTickAfterTheEnd_isAGap() throws Exception {
    ServerCsv series = start(-1, NUMBER);
    ticks(series, 2);
    series.close();
    series.tick(3);

    assertThat(column("epochMs")).isEmpty();
    assertThat(series.state().gaps()).isEqualTo(3);
  }

  @Test
  void groupThatIsRefused_isAskedOnceAndLeavesTheOthers() throws Exception {
    ServerCsv series = start(PATIENT, REFUSED, NUMBER);
    ticks(series, 3);
    series.close();

    assertThat(column("refused")).containsExactly("", "", "");
    assertThat(column("seven")).containsExactly("7", "7", "7");
    assertThat(column("ownStatements")).containsExactly("2", "3", "4");
    assertThat(column("ownMicros"))
        .allSatisfy(micros -> assertThat(Long.valueOf(micros)).isPositive());
    assertThat(notes)
        .containsExactly(
            "refused: not permitted (ORA-00942: table or view does not exist):"
                + " grant read on sys.v_$secret to APP");
  }

  @Test
  void groupThatKeepsFailing_isGivenUp() throws Exception {
    ServerCsv series = start(PATIENT, WRONG, NUMBER);
    ticks(series, 5);
    series.close();

    assertThat(column("seven")).hasSize(5);
    assertThat(column("ownStatements")).containsExactly("2", "4", "6", "7", "8");
    assertThat(series.state().groups().get(0).state()).isEqualTo("failed");
    assertThat(series.state().groups().get(0).grant()).isEmpty();
    assertThat(notes).singleElement().asString().contains("NO_SUCH_COLUMN");
  }

  @Test
  void failureOfATick_isKeptInOneLine() throws Exception {
    AtomicInteger opened = new AtomicInteger();
    connection =
        new MonitorConnection(
            () -> {
              if (opened.incrementAndGet() > 1) {
                throw new SQLException("no route to\nthe host, password=geheim");
              }
              return views.connect(ViewsOnH2.OWNER);
            },
            0);
    ServerCsv series = start(PATIENT, NUMBER);
    ticks(series, 1);
    assertThat(series.state().lastFailure()).isEmpty();
    views.loseConnections();
    ticks(series, 1);
    series.close();

    assertThat(series.state().gaps()).isEqualTo(1);
    assertThat(series.state().lastFailure())
        .isEqualTo("SQLException: no route to; the host, password=***");
  }

  @Test
  void nextTrial_waitsForTheLastAnswerOfTheOneBefore() throws Exception {
    answer = new CountDownLatch(1);
    ServerMetrics metrics =
        new ServerMetrics(
            MonitorDialect.ORACLE, connection, List.of(WAITING), "APP", () -> 0, notes::add);
    FutureTask<Map<String, Long>> before = new FutureTask<>(metrics::read);
    new Thread(before).start();
    asked.await();
    FutureTask<Map<String, Long>> next = new FutureTask<>(metrics::read);
    Thread nextTrial = new Thread(next);
    nextTrial.start();
    while (nextTrial.isAlive() && !WAITS.contains(nextTrial.getState())) {
      Thread.onSpinWait();
    }
    assertThat(connection.statements()).isEqualTo(1);
    answer.countDown();

    assertThat(before.get()).containsEntry("ownStatements", 1L);
    assertThat(next.get()).containsEntry("ownStatements", 2L);
  }
}
