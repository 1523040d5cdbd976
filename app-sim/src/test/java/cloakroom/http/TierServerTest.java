package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.Await;
import cloakroom.module.Counts;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The HTTP face over an application without database, which a test can make slow or fail. */
class TierServerTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ScriptedApplication application = new ScriptedApplication();
  private TierServer server;
  private final HttpClient client =
      HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

  private UserSessions sessions() {
    return TestSessions.withQueue(application, 1);
  }

  @BeforeEach
  void start() throws IOException {
    UserSessions sessions = sessions();
    Tier tier =
        new Tier(application, sessions, new Counts(), List.of(), null, 0, Map.of("policy", "test"));
    server = new TierServer(tier, new TierServer.Listening("127.0.0.1", 0, 0, 20, false));
    server.start();
  }

  @AfterEach
  void stop() {
    application.mayLeave.countDown();
    server.close();
  }

  private HttpResponse<String> get(String path, String... headers) throws Exception {
    return client.send(request(path, headers).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String form) throws Exception {
    return client.send(posting(path, form), BodyHandlers.ofString());
  }

  private HttpRequest posting(String path, String form) {
    return request(path, "Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(form))
        .build();
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    for (int i = 0; i < headers.length; i += 2) {
      builder.header(headers[i], headers[i + 1]);
    }
    return builder;
  }

  private static JsonNode json(Object value) {
    return JSON.valueToTree(value);
  }

  private JsonNode counters() throws Exception {
    return JSON.readTree(admin("/counters").body());
  }

  private long counter(String name) {
    return server.report().counters().getOrDefault(name, -1L);
  }

  private HttpResponse<String> admin(String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.adminPort() + path)).build(),
        BodyHandlers.ofString());
  }

  private static void assertError(HttpResponse<String> answer, int status, String kind)
      throws Exception {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Cloakroom-Error")).hasValue(kind);
    assertThat(JSON.readTree(answer.body()).get("error").asText()).isEqualTo(kind);
    assertThat(answer.body()).doesNotContain("Exception", "\tat ");
  }

  @Test
  void wholeSession_isCarriedByItsCookie() throws Exception {
    HttpResponse<String> open = get("/departments?user=17");
    assertThat(open.headers().firstValue("Set-Cookie").orElseThrow())
        .matches("CLOAKROOM=[0-9a-f]{32}; Path=/; HttpOnly; SameSite=Lax");
    assertThat(JSON.readTree(open.body()).get("key").asLong()).isEqualTo(17);
    JsonNode change = JSON.readTree(post("/departments/change", "value=a+%26+b").body());
    assertThat(change.get("value").asText()).isEqualTo("a & b");
    JsonNode commit = JSON.readTree(post("/departments/commit", "").body());
    assertThat(commit.get("value").asText()).isEqualTo("a & b");
    assertThat(get("/employees").body()).contains("\"key\":17");
    assertThat(post("/logout", "").body()).isEqualTo("{\"loggedOut\":true}");
    assertError(post("/departments/commit", ""), 409, "noSession");
  }

  @Test
  void badRequests_areNamed() throws Exception {
    assertError(get("/departments?user=0"), 400, "badRequest");
    assertError(get("/departments?user=x"), 400, "badRequest");
    assertError(get("/departments/change"), 405, "badRequest");
    assertError(post("/departments", ""), 405, "badRequest");
    assertError(get("/logout"), 405, "badRequest");
    assertError(get("/"), 404, "notFound");
    assertError(get("/departments/change/more"), 404, "notFound");
    assertError(post("/departments/destroy", ""), 404, "notFound");
    assertError(post("/departments/change", "value=x"), 409, "noSession");
    get("/departments?user=1");
    assertError(post("/departments/change", "other=x"), 400, "badRequest");
    assertError(post("/departments/change", "value=" + "x".repeat(61)), 400, "badRequest");
    assertError(post("/departments/change", "value=%00"), 400, "badRequest");
    assertThat(post("/departments/change", "value=" + "x".repeat(20_000)).statusCode())
        .isBetween(400, 413);
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
    Await.until("two times", () -> json(server.report()).at("/tierTimes/count").asInt() == 2);

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
  void counters_leaveTheTimesOut_whenTheyAreNotWanted() throws Exception {
    get("/departments?user=1");
    Await.until("a time", () -> json(server.report()).at("/tierTimes/count").asInt() == 1);

    JsonNode everything = counters();
    JsonNode brief = JSON.readTree(admin("/counters?times=false").body());

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
    HttpRequest post =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.adminPort() + "/heap"))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    get("/departments?user=1");

    JsonNode heap = JSON.readTree(client.send(post, BodyHandlers.ofString()).body());
    assertThat(heap.path("sessions").asInt(-1)).isEqualTo(1);
    assertThat(heap.path("instances").asInt(-1)).isZero();
    assertThat(heap.path("bytes").asLong()).isBetween(100_000L, Runtime.getRuntime().totalMemory());
    assertThat(heap.path("millis").asLong(-1)).isNotNegative();
    assertThat(admin("/heap").statusCode()).isEqualTo(405);
  }

  @Test
  void adminPort_listensOnTheAddressThatItIsTold() {
    String notOurs = "192.0.2.1";
    Tier tier = new Tier(application, sessions(), new Counts(), List.of(), null, 0, Map.of());
    try (TierServer second =
        new TierServer(
            tier,
            new TierServer.Listening(
                "127.0.0.1", 0, notOurs, 0, AdminToken.of("a-token-of-the-tests"), 20, false))) {
      assertThatThrownBy(second::start)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(notOurs);
    }
    application.closed = false;
  }

  @Test
  void stop_waitsForTheRequestUnderWay() throws Exception {
    get("/departments?user=1");
    application.entered = new CountDownLatch(1);
    application.mayLeave = new CountDownLatch(1);
    CompletableFuture<HttpResponse<String>> underWay =
        client.sendAsync(posting("/departments/commit", ""), BodyHandlers.ofString());
    application.entered.await();

    CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);
    application.mayLeave.countDown();

    assertThat(underWay.get().statusCode()).isEqualTo(200);
    stopped.get();
    assertThat(application.closed).isTrue();
    Await.until(
        "no request under way", () -> json(server.report()).at("/gauges/inFlight").asInt() == 0);
  }

  @Test
  void parallelRequestsOfOneSession_queueAndThenAreRefused() throws Exception {
    get("/departments?user=1");
    application.entered = new CountDownLatch(1);
    application.mayLeave = new CountDownLatch(1);
    HttpRequest commit = posting("/departments/commit", "");
    var first = client.sendAsync(commit, BodyHandlers.ofString());
    application.entered.await();
    var second = client.sendAsync(commit, BodyHandlers.ofString());
    Await.until("the second waits", () -> counter("requestsQueued") == 1);

    HttpResponse<String> third = post("/departments/commit", "");

    assertError(third, 429, "tooManyRequests");
    assertThat(third.body()).contains("this session has a request under way and 1 waiting");
    application.mayLeave.countDown();
    assertThat(first.join().statusCode()).isEqualTo(200);
    assertThat(second.join().statusCode()).isEqualTo(200);
    assertThat(counter("requestsRefused")).isEqualTo(1);
  }

  @Test
  void stateCookieOfAnother_isRefusedWithALine() throws Exception {
    HttpRequest request =
        request("/departments", "Cookie", "CLOAKROOM=x; CLOAKROOM_STATE=nonsense").build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

    assertError(answer, 400, "badRequest");
    assertThat(answer.body()).contains("CLOAKROOM_STATE").doesNotContain("nonsense");
  }

  @Test
  void sessionOfAnotherNode_goesOnHere() throws Exception {
    String id = "0123456789abcdef".repeat(2);
    application.stored = id;
    HttpRequest request =
        request("/departments", "Cookie", "CLOAKROOM=" + id + "; CLOAKROOM_STATE=9").build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

    assertThat(JSON.readTree(answer.body()).path("key").asLong()).isEqualTo(9);
    assertThat(counter("sessionsResumed")).isEqualTo(1);
    assertThat(counter("sessionsCreated")).isZero();
  }

  @Test
  void portInUse_isAnIoExceptionAndNothingListens() {
    Tier tier = new Tier(application, sessions(), new Counts(), List.of(), null, 0, Map.of());
    try (TierServer second =
        new TierServer(tier, new TierServer.Listening("127.0.0.1", server.port(), 0, 20, false))) {
      assertThatThrownBy(second::start).isInstanceOf(IOException.class);
    }
    application.closed = false;
  }
}
