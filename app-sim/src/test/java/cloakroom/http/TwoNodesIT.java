package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.PooledApplication;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.InternalConnections;
import cloakroom.connection.PoolKind;
import cloakroom.database.Await;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.module.Counts;
import cloakroom.module.Preset;
import cloakroom.module.ReleasePolicy;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.state.SnapshotCodecs;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two nodes on one database, and a browser that goes from one to the other. */
class TwoNodesIT {
  private static final Database DATABASE = TestDatabase.newSchema();
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String WAITING_FOR_SNAPSHOT =
      "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%ps_txn%'";

  private final List<TierServer> nodes = new ArrayList<>();
  private final HttpClient browser =
      HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

  @BeforeEach
  void resetRows() {
    TestDatabase.execute(
        DATABASE,
        "truncate ps_txn",
        "update departments set department_name = 'Department ' || department_id");
  }

  @AfterEach
  void stop() {
    nodes.forEach(TierServer::close);
  }

  private void start(ReleasePolicy policy) throws IOException {
    for (int i = 0; i < 2; i++) {
      ConnectionSource connections =
          ConnectionSources.open(
              ConnectionSettings.to(DATABASE.url(), DATABASE.user(), DATABASE.password())
                  .pool(PoolKind.HIKARI, 6)
                  .build());
      InternalConnections internal = InternalConnections.shared(connections);
      Counts counts = new Counts();
      PooledApplication application =
          new PooledApplication(
              policy,
              connections,
              new PsTxnStore(internal, PsTxnDialect.POSTGRESQL, PsTxnStore.Way.INSERT_THEN_LOB),
              SnapshotCodecs.XML,
              counts,
              false);
      UserSessions sessions = TestSessions.of(application);
      TierServer server =
          new TierServer(
              new Tier(application, sessions, counts, List.of(connections), internal, 0, Map.of()),
              new TierServer.Listening("127.0.0.1", 0, 0, 20, false));
      server.start();
      nodes.add(server);
    }
  }

  private HttpRequest.Builder to(int node, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + nodes.get(node).port() + path));
  }

  private JsonNode get(int node, String path) throws Exception {
    return ok(browser.send(to(node, path).build(), BodyHandlers.ofString()));
  }

  private HttpRequest posting(int node, String path, String form) {
    return to(node, path)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(form))
        .build();
  }

  private JsonNode post(int node, String path, String form) throws Exception {
    return ok(browser.send(posting(node, path, form), BodyHandlers.ofString()));
  }

  private static JsonNode ok(HttpResponse<String> answer) throws IOException {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static long ask(String sql) {
    try (Connection connection = DATABASE.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The value of a cookie that the browser holds. */
  private String cookie(String name) {
    return ((CookieManager) browser.cookieHandler().orElseThrow())
        .getCookieStore().getCookies().stream()
            .filter(cookie -> cookie.getName().equals(name))
            .findFirst()
            .orElseThrow()
            .getValue();
  }

  private long counter(int node, String name) {
    return nodes.get(node).report().counters().get(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sticky-failover", "release-passivate", "release-failover"})
  void pendingChange_followsTheBrowserFromNodeToNode(String policy) throws Exception {
    start(Preset.named(policy).policy().with(Map.of("jbo.ampool.writecookietoclient", "true")));
    get(0, "/departments?user=7");
    post(1, "/departments/change", "value=first");
    JsonNode second = post(0, "/departments/change", "value=second");
    assertThat(second.path("previous").asText()).isEqualTo("first");

    assertThat(post(1, "/departments/commit", "").path("changes").asInt()).isEqualTo(1);

    JsonNode page = get(0, "/departments");
    assertThat(page.path("value").asText()).isEqualTo("second");
    assertThat(page.path("pending").asBoolean()).isFalse();
    post(1, "/logout", "");
    assertThat(ask("select count(*) from ps_txn")).isZero();
  }

  @Test
  void nodeThatDies_takesNothingAcknowledgedWithIt() throws Exception {
    start(Preset.RELEASE_FAILOVER.policy());
    get(0, "/employees?user=3");
    post(0, "/employees/scroll", "");
    post(0, "/employees/change", "value=kept");

    JsonNode page = post(1, "/employees/change", "value=next");

    assertThat(page.path("previous").asText()).isEqualTo("kept");
    assertThat(counter(1, "statesLeftBehind")).isZero();
  }

  @Test
  void memoryOnly_isLostAtTheOtherNodeAndCounted() throws Exception {
    start(Preset.RELEASE_IN_MEMORY.policy().with(Map.of("jbo.ampool.writecookietoclient", "true")));
    get(0, "/departments?user=7");
    post(0, "/departments/change", "value=gone");
    String id = cookie("CLOAKROOM");

    JsonNode page = post(1, "/departments/change", "value=next");

    assertThat(page.path("previous").asText()).isEqualTo("Department 7");
    assertThat(counter(1, "statesLeftBehind")).isEqualTo(1);
    assertThat(cookie("CLOAKROOM"))
        .as("only the store makes an id good elsewhere")
        .isNotEqualTo(id);
    assertThat(post(1, "/departments/change", "value=on").path("previous").asText())
        .isEqualTo("next");
  }

  @Test
  void requestsAtBothNodesAtOnce_oneIsAcceptedTheOtherToldAndNothingLost() throws Exception {
    start(Preset.RELEASE_FAILOVER.policy());
    get(0, "/departments?user=7");
    post(0, "/departments/change", "value=base");
    HttpResponse<String> winner;
    HttpResponse<String> loser;
    try (Connection connection = DATABASE.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("select 1 from ps_txn for update");
      var atA =
          browser.sendAsync(posting(0, "/departments/change", "value=A"), BodyHandlers.ofString());
      var atB =
          browser.sendAsync(posting(1, "/departments/change", "value=B"), BodyHandlers.ofString());
      Await.until("both wait for the snapshot's row", () -> ask(WAITING_FOR_SNAPSHOT) == 2);
      connection.rollback();
      boolean aWon = atA.join().statusCode() == 200;
      winner = aWon ? atA.join() : atB.join();
      loser = aWon ? atB.join() : atA.join();
    }

    String kept = ok(winner).path("value").asText();
    assertThat(loser.statusCode()).isEqualTo(409);
    assertThat(loser.headers().firstValue("Cloakroom-Error")).contains("conflict");
    assertThat(loser.body()).contains("JBO-30010: another node has gone on with this session");
    for (int node = 0; node < 2; node++) {
      JsonNode next = post(node, "/departments/change", "value=" + kept);
      assertThat(next.path("previous").asText()).isEqualTo(kept);
    }
    assertThat(counter(0, "conflicts") + counter(1, "conflicts")).isEqualTo(1);
  }

  @Test
  void snapshotWithoutContent_costsTheStateOnceAndTheSessionGoesOn() throws Exception {
    start(Preset.RELEASE_PASSIVATE.policy().with(Map.of("jbo.ampool.writecookietoclient", "true")));
    get(0, "/departments?user=7");
    post(0, "/departments/change", "value=gone");
    String id = cookie("CLOAKROOM");
    TestDatabase.execute(DATABASE, "update ps_txn set content = null");

    HttpResponse<String> told =
        browser.send(posting(0, "/departments/change", "value=x"), BodyHandlers.ofString());

    assertThat(told.statusCode()).as(told.body()).isEqualTo(500);
    assertThat(told.headers().firstValue("Cloakroom-Error")).contains("activation");
    assertThat(told.body())
        .contains("JBO-30017: the session's state is lost")
        .doesNotContain("at ");
    assertStartsAnew(0);
    assertThat(cookie("CLOAKROOM")).isEqualTo(id);
  }

  @Test
  void snapshotWithoutContent_provesNothingAtAnotherNode() throws Exception {
    start(Preset.RELEASE_FAILOVER.policy());
    get(0, "/departments?user=7");
    post(0, "/departments/change", "value=gone");
    String id = cookie("CLOAKROOM");
    TestDatabase.execute(DATABASE, "update ps_txn set content = null");

    assertNoSession(
        browser.send(posting(1, "/departments/change", "value=x"), BodyHandlers.ofString()));

    assertStartsAnew(1);
    assertThat(cookie("CLOAKROOM")).isNotEqualTo(id);
    assertThat(counter(1, "statesLeftBehind")).isEqualTo(1);
  }

  private void assertStartsAnew(int node) throws Exception {
    JsonNode next = post(node, "/departments/change", "value=next");
    assertThat(next.path("previous").asText()).isEqualTo("Department 7");
    assertThat(post(node, "/departments/commit", "").path("changes").asInt()).isEqualTo(1);
  }

  @Test
  void idThatNoNodeHasGiven_isNobodysSession() throws Exception {
    start(Preset.RELEASE_FAILOVER.policy());
    String invented = "0123456789abcdef".repeat(2);
    String cookies = "CLOAKROOM=" + invented + "; CLOAKROOM_STATE=7";

    HttpResponse<String> page = as(cookies, 0, "/departments", null);
    HttpResponse<String> change = as(cookies, 1, "/departments/change", "value=x");

    assertThat(ok(page).path("key").asLong()).isEqualTo(7);
    assertThat(given(page)).isNotEqualTo(invented);
    ok(change);
    assertThat(given(change)).isNotEqualTo(invented);
    assertNoSession(as("CLOAKROOM=" + invented, 0, "/departments/change", "value=x"));
    assertNoSession(as("CLOAKROOM=" + invented, 1, "/departments/change", "value=x"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void ticketUnderAnotherId_showsNothingAndHarmsNothing(int node) throws Exception {
    start(Preset.RELEASE_FAILOVER.policy());
    get(0, "/departments?user=7");
    post(0, "/departments/change", "value=secret");
    String ticket = cookie("CLOAKROOM_STATE");
    String own = given(as("", node, "/departments?user=7", null));
    String forged = ticket.replaceFirst(":\\d+:", ":99:");

    for (String id : List.of("0123456789abcdef".repeat(2), own)) {
      HttpResponse<String> told =
          as(
              "CLOAKROOM=" + id + "; CLOAKROOM_STATE=" + (id.equals(own) ? forged : ticket),
              node,
              "/departments/change",
              "value=x");
      assertNoSession(told);
      assertThat(told.body().lines()).hasSize(1);
      assertThat(told.body()).contains("a new one has begun").doesNotContain("secret");
      assertThat(given(told)).isNotIn(id, cookie("CLOAKROOM"));
    }

    assertNoSession(as("CLOAKROOM=" + own, node, "/departments/change", "value=x"));
    assertThat(post(1, "/departments/change", "value=next").path("previous").asText())
        .isEqualTo("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sticky-failover", "release-passivate", "release-failover"})
  void logOut_endsIdAndTicketAtEveryNode(String policy) throws Exception {
    start(Preset.named(policy).policy().with(Map.of("jbo.ampool.writecookietoclient", "true")));
    get(0, "/departments?user=7");
    get(0, "/employees");
    post(1, "/departments/change", "value=secret");
    post(0, "/departments/change", "value=more");
    String id = "CLOAKROOM=" + cookie("CLOAKROOM");
    String both = id + "; CLOAKROOM_STATE=" + cookie("CLOAKROOM_STATE");
    post(1, "/logout", "");

    for (int node = 0; node < 2; node++) {
      // a node that still had a copy may take the first request for one that another node overtook
      as(both, node, "/departments/change", "value=x");
      for (String cookies : List.of(id, both)) {
        HttpResponse<String> change = as(cookies, node, "/departments/change", "value=x");
        assertThat(change.statusCode()).as(change.body()).isEqualTo(409);
        assertThat(change.body()).doesNotContain("secret", "more");
        HttpResponse<String> page = as(cookies, node, "/departments", null);
        assertThat(given(page)).isNotEqualTo(id.substring("CLOAKROOM=".length()));
        assertThat(ok(page).path("pending").asBoolean()).isFalse();
      }
      assertNoSession(as(both, node, "/departments/change", "value=x"));
      assertNoSession(as(id, node, "/departments/change", "value=x"));
      assertNoSession(as(both, node, "/logout", ""));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"7_DepartmentsModule:5:999999:5", "7_DepartmentsModule:5:1:5", "7_Nothing:5:1:5"})
  void ticketForWhatIsNotThere_isToldInOneLineAndANewSessionBegins(String ticket) throws Exception {
    start(Preset.RELEASE_FAILOVER.policy());
    String cookies = "CLOAKROOM=" + "0123456789abcdef".repeat(2) + "; CLOAKROOM_STATE=" + ticket;

    HttpResponse<String> told = as(cookies, 0, "/departments/change", "value=x");

    assertNoSession(told);
    String next =
        told.headers().allValues("Set-Cookie").stream()
            .map(cookie -> cookie.substring(0, cookie.indexOf(';')))
            .reduce((a, b) -> a + "; " + b)
            .orElseThrow();
    JsonNode change = ok(as(next, 0, "/departments/change", "value=x"));
    assertThat(change.path("previous").asText()).isEqualTo("Department 7");
    assertThat(change.path("key").asLong()).isEqualTo(7);
  }

  /** A request of a client that shows these cookies, whatever the browser has. */
  private HttpResponse<String> as(String cookies, int node, String path, String form)
      throws Exception {
    HttpRequest request = form == null ? to(node, path).build() : posting(node, path, form);
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(request, (name, value) -> true)
                .header("Cookie", cookies.isEmpty() ? "other=1" : cookies)
                .build(),
            BodyHandlers.ofString());
  }

  /** The session's id that an answer sets. */
  private static String given(HttpResponse<String> answer) {
    return answer.headers().allValues("Set-Cookie").stream()
        .filter(cookie -> cookie.startsWith("CLOAKROOM="))
        .map(cookie -> cookie.substring("CLOAKROOM=".length(), cookie.indexOf(';')))
        .findFirst()
        .orElseThrow();
  }

  private static void assertNoSession(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
    assertThat(answer.headers().firstValue("Cloakroom-Error")).contains("noSession");
  }
}
