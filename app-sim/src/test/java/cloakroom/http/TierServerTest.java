package cloakroom.http;

import static cloakroom.http.Browser.assertError;
import static cloakroom.http.Browser.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.connection.LogCapture;
import cloakroom.database.Await;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.http.HttpResponse;
import java.nio.channels.AsynchronousCloseException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.eclipse.jetty.server.AbstractConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TierServerTest {
  private final ScriptedApplication application = new ScriptedApplication();
  private TierServer server;
  private Browser browser;

  @BeforeEach
  void start() throws IOException {
    server = TestTier.start(TestTier.withQueue(application, 1), 20, false);
    browser = new Browser(server.port());
  }

  @AfterEach
  void stop() {
    application.mayLeave.countDown();
    server.close();
  }

  private HttpResponse<String> get(String path, String... headers) {
    return browser.get(path, headers);
  }

  private HttpResponse<String> post(String path, String form) {
    return browser.post(path, form);
  }

  private CompletableFuture<HttpResponse<String>> committing() {
    return browser.sending("/departments/commit", "");
  }

  /** Stops the server with a time-out that is long enough for the running request. */
  private CompletableFuture<Void> stopping() {
    return CompletableFuture.runAsync(() -> server.stop(Await.LIMIT));
  }

  private HttpResponse<String> admin(String path) {
    return browser.at(server.adminPort()).get(path);
  }

  private JsonNode counters() {
    return json(admin("/counters"));
  }

  private JsonNode report() {
    return Browser.tree(server.report());
  }

  private long counter(String name) {
    return server.report().counters().getOrDefault(name, -1L);
  }

  @Test
  void wholeSession_isCarriedByItsCookie() throws Exception {
    HttpResponse<String> open = get("/departments?user=17");
    assertThat(open.headers().firstValue("Set-Cookie").orElseThrow())
        .matches("CLOAKROOM=[0-9a-f]{32}; Path=/; HttpOnly; SameSite=Lax");
    assertThat(json(open).get("key").asLong()).isEqualTo(17);
    JsonNode change = json(post("/departments/change", "value=a+%26+b"));
    assertThat(change.get("value").asText()).isEqualTo("a & b");
    JsonNode commit = json(post("/departments/commit", ""));
    assertThat(commit.get("value").asText()).isEqualTo("a & b");
    JsonNode both = json(post("/departments/commit?value=c%2Fd", ""));
    assertThat(both.get("previous").asText()).isEqualTo("a & b");
    assertThat(both.get("value").asText()).isEqualTo("c/d");
    assertThat(get("/employees").body()).contains("\"key\":17");
    assertThat(post("/logout", "").body()).isEqualTo("{\"loggedOut\":true}");
    assertError(post("/departments/commit", ""), 409, "noSession");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET  /departments?user=0       |          | 400 | badRequest
          GET  /departments?user=x       |          | 400 | badRequest
          GET  /departments/change       |          | 405 | badRequest
          POST /departments              |          | 405 | badRequest
          GET  /logout                   |          | 405 | badRequest
          GET  /                         |          | 404 | notFound
          GET  /departments/change/more  |          | 404 | notFound
          POST /departments/destroy      |          | 404 | notFound
          POST /departments/change       | value=x  | 409 | noSession
          """)
  void badRequest_isNamed(String line, String form, int status, String kind) {
    String path = line.substring(5).strip();
    HttpResponse<String> answer =
        line.startsWith("GET") ? get(path) : post(path, form == null ? "" : form);
    assertError(answer, status, kind);
    assertThat(answer.headers().firstValue("Cloakroom-Error-Class")).isEmpty();
  }

  @Test
  void badForm_isNamed() {
    get("/departments?user=1");
    for (String form : List.of("other=x", "value=" + "x".repeat(61), "value=%00")) {
      assertError(post("/departments/change", form), 400, "badRequest");
    }
    for (String value : List.of("x".repeat(61), "%00")) {
      assertError(post("/departments/commit?value=" + value, ""), 400, "badRequest");
      assertError(post("/departments/scroll?value=" + value, ""), 400, "badRequest");
    }
    assertThat(post("/departments/commit", "").statusCode()).isEqualTo(200);
  }

  @Test
  void unexpectedFailure_tellsTheClientNothingOfItsInside() throws Exception {
    application.failure = new IllegalStateException("secret detail");

    HttpResponse<String> answer = get("/departments?user=1");

    assertError(answer, 500, "internal");
    assertThat(answer.body()).doesNotContain("secret detail");
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(counters().at("/gauges/sessions").asInt()).isZero();
  }

  @Test
  void html_isServedToBrowsersAndEscaped() throws Exception {
    get("/departments?user=1");
    post("/departments/change", "value=%3Cb%3E");

    HttpResponse<String> page = get("/departments", "Accept", "text/html,*/*");

    assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
    assertThat(page.body()).contains("<table>", "&lt;b&gt;").doesNotContain("<b>");
  }

  @Test
  void warmUp_isInNoFigure() throws Exception {
    for (int i = 0; i < 3; i++) {
      get("/departments?user=1", "Cloakroom-Phase", "warm-up");
    }
    assertThat(counters().get("phase").asText()).isEqualTo("warm-up");
    get("/departments?user=1");
    get("/departments?user=1");
    // a request is over a moment after its client has seen the answer
    Await.until("two times", () -> report().at("/tierTimes/count").asInt() == 2);

    JsonNode report = counters();

    assertThat(report.get("phase").asText()).isEqualTo("measured");
    assertThat(report.at("/counters/requests").asInt()).isEqualTo(5);
    assertThat(report.at("/baseline/requests").asInt()).isEqualTo(3);
    assertThat(report.at("/tierTimes/count").asInt()).isEqualTo(2);
    assertThat(report.at("/tierTimes/mean").asDouble()).isPositive();
    long perSecond = 0;
    for (JsonNode second : report.at("/tierTimes/perSecond")) {
      perSecond += second.get(1).asLong();
    }
    assertThat(perSecond).isEqualTo(2);
  }

  @Test
  void adminPort_hasMetricsCountersAndHealth() throws Exception {
    get("/departments?user=1");
    assertThat(admin("/metrics").body())
        .contains("cloakroom_events_total{event=\"requests\",policy=\"test\"} 1.0")
        .contains("cloakroom_state{of=\"sessions\",policy=\"test\"} 1.0");
    assertThat(admin("/health").body()).isEqualTo("{\"status\":\"up\"}");
    assertThat(admin("/nowhere").statusCode()).isEqualTo(404);
  }

  @Test
  void everyPath_isDocumented() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "plans.md"));
    Set<String> paths =
        new TreeSet<>(
            new TierHandler(TestTier.of(application), null, Duration.ZERO).routes.keySet());
    paths.addAll(List.of(json(admin("/nowhere")).path("choices").asText().split(", ", -1)));
    for (String path : paths) {
      String documented =
          path.replaceFirst("^/(departments|employees)", "/PAGE")
              .replaceFirst("^/PAGE/\\w+", "/PAGE/STEP")
              .replaceFirst("^/state-kinds/\\w+", "/state-kinds/KIND");
      assertThat(page).contains(documented + "`");
    }
  }

  @Test
  void counters_leaveTheTimesOut_whenTheyAreNotWanted() throws Exception {
    get("/departments?user=1");
    Await.until("a time", () -> report().at("/tierTimes/count").asInt() == 1);

    JsonNode everything = counters();
    JsonNode brief = json(admin("/counters?times=false"));

    assertThat(everything.at("/tierTimes/histogram").asText()).isNotEmpty();
    assertThat(brief.has("tierTimes")).isFalse();
    for (JsonNode report : List.of(everything, brief)) {
      assertThat(report.at("/counters/requests").asInt()).isEqualTo(1);
      assertThat(report.at("/gauges/sessions").asInt()).isEqualTo(1);
      assertThat(report.get("phase").asText()).isEqualTo("measured");
      assertThat(report.has("baseline")).isTrue();
    }
    assertThat(brief.size()).isEqualTo(everything.size() - 1);
  }

  @Test
  void heap_isToldWithItsSessionsAndOnlyToAPost() throws Exception {
    get("/departments?user=1");

    JsonNode heap = json(browser.at(server.adminPort()).post("/heap", ""));
    assertThat(heap.path("sessions").asInt(-1)).isEqualTo(1);
    assertThat(heap.path("instances").asInt(-1)).isZero();
    assertThat(heap.path("bytes").asLong()).isBetween(100_000L, Runtime.getRuntime().maxMemory());
    assertThat(heap.path("millis").asLong(-1)).isNotNegative();
    assertThat(admin("/heap").statusCode()).isEqualTo(405);
  }

  @Test
  void stop_waitsForTheRequestUnderWay() throws Exception {
    get("/departments?user=1");
    application.entered = new CountDownLatch(1);
    application.mayLeave = new CountDownLatch(1);
    CompletableFuture<HttpResponse<String>> underWay = committing();
    application.entered.await();

    CompletableFuture<Void> stopped = stopping();
    application.mayLeave.countDown();

    assertThat(underWay.get().statusCode()).isEqualTo(200);
    stopped.get();
    assertThat(application.closed).isTrue();
    Await.until("no request under way", () -> report().at("/gauges/inFlight").asInt() == 0);
  }

  @Test
  void requestAtAStop_isRefusedAndCounted() throws Exception {
    get("/departments?user=1");
    application.entered = new CountDownLatch(1);
    application.mayLeave = new CountDownLatch(1);
    try (Wire kept = Wire.to(server.port())) {
      CompletableFuture<HttpResponse<String>> underWay = committing();
      application.entered.await();
      kept.ask("GET /employees?user=2", "Host: localhost");
      long before = report().at("/counters/requests").asLong();
      CompletableFuture<Void> stopped = stopping();
      Await.until("the port is closed", () -> server.port() < 0);

      String answer = kept.ask("GET /employees", "Host: localhost");

      assertThat(answer).contains(" 503 ", "unavailable", "this node is stopping");
      assertThat(report().at("/counters/requests").asLong()).isEqualTo(before + 1);
      application.mayLeave.countDown();
      assertThat(underWay.get().statusCode()).isEqualTo(200);
      stopped.get();
    }
  }

  @Test
  void parallelRequestsOfOneSession_queueAndThenAreRefused() throws Exception {
    get("/departments?user=1");
    application.entered = new CountDownLatch(1);
    application.mayLeave = new CountDownLatch(1);
    var first = committing();
    application.entered.await();
    var second = committing();
    Await.until("the second waits", () -> counter("requestsQueued") == 1);

    HttpResponse<String> third = post("/departments/commit", "");

    assertError(third, 429, "tooManyRequests");
    application.mayLeave.countDown();
    assertThat(first.join().statusCode()).isEqualTo(200);
    assertThat(second.join().statusCode()).isEqualTo(200);
    assertThat(counter("requestsRefused")).isEqualTo(1);
  }

  private HttpResponse<String> showing(String cookies) {
    return Browser.withoutCookies(server.port()).get("/departments", "Cookie", cookies);
  }

  @Test
  void stateCookieOfAnother_isRefusedWithALine() throws Exception {
    HttpResponse<String> answer = showing("CLOAKROOM=x; CLOAKROOM_STATE=nonsense");

    assertError(answer, 400, "badRequest");
    assertThat(answer.body()).contains("CLOAKROOM_STATE").doesNotContain("nonsense");
  }

  /** Ids that a client chose, of an ended session, and of an unknown one. */
  @Test
  void idThatIsNotOfALivingSession_isNeverGivenAgain() throws Exception {
    get("/departments?user=1");
    String ended = browser.cookie("CLOAKROOM");
    post("/logout", "");
    for (String id : List.of("chosen", ended, "0123456789abcdef".repeat(2), "\"" + ended + "\"")) {
      HttpResponse<String> page = showing("CLOAKROOM=" + id);
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().firstValue("Set-Cookie").orElseThrow())
          .startsWith("CLOAKROOM=")
          .doesNotContain(id, ended);
      HttpResponse<String> change =
          Browser.withoutCookies(server.port())
              .post("/departments/change", "value=x", "Cookie", "CLOAKROOM=" + id);
      assertError(change, 409, "noSession");
    }
  }

  @Test
  void sessionOfAnotherNode_goesOnHere() throws Exception {
    String id = "0123456789abcdef".repeat(2);
    application.stored = id;
    HttpResponse<String> answer = showing("CLOAKROOM=" + id + "; CLOAKROOM_STATE=9");

    assertThat(json(answer).path("key").asLong()).isEqualTo(9);
    assertThat(counter("sessionsResumed")).isEqualTo(1);
    assertThat(counter("sessionsCreated")).isZero();
  }

  @Test
  void connectionThatCannotBeAccepted_isOneLineInTheLog() throws Exception {
    try (LogCapture log = LogCapture.atPresentLevel()) {
      Method failed =
          AbstractConnector.class.getDeclaredMethod("handleAcceptFailure", Throwable.class);
      failed.setAccessible(true);
      failed.invoke(server.pages.getConnectors()[0], new AsynchronousCloseException()); // a stop
      failed.invoke(server.pages.getConnectors()[0], new IOException("Too many open files"));

      assertThat(log.traces()).isEmpty();
      assertThat(log.lines())
          .singleElement(InstanceOfAssertFactories.STRING)
          .contains("port " + server.port() + ": cannot accept connections: Too many open files;");
    }
  }

  @Test
  void portInUseOrForeignAddress_isAnIoExceptionAndNothingListens() {
    String foreign = "192.0.2.1";
    AdminGuard loopback = new AdminGuard("127.0.0.1", "");
    for (TierServer.Listening listening :
        List.of(
            TestTier.listening(new AdminGuard(foreign, "a-token-of-the-tests"), 20),
            new TierServer.Listening("127.0.0.1", server.port(), loopback, 0, 20, false))) {
      try (TierServer second = new TierServer(TestTier.of(application), listening)) {
        String reason = listening.port() == 0 ? foreign : Integer.toString(listening.port());
        assertThatThrownBy(second::start)
            .isInstanceOf(IOException.class)
            .hasMessageContaining(reason);
      }
    }
    application.closed = false;
  }
}
