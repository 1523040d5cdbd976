package cloakroom.http;

import static cloakroom.http.Browser.assertError;
import static cloakroom.http.Browser.served;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.connection.ConnectionSource;
import cloakroom.connection.LogCapture;
import cloakroom.database.Await;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.PsTxnStore.WriteMode;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failover of a session between two nodes on one database. */
class TwoNodesIT {
  private static final Database DATABASE = TestDatabase.newSchema();

  private static final String WAITING_FOR_SNAPSHOT =
      "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%ps_txn%'";

  private final List<TierServer> nodes = new ArrayList<>();
  private final Browser browser = new Browser(0);

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

  private void start(String name, WriteMode way) throws IOException {
    ReleasePolicy policy =
        Preset.named(name).policy().with(Map.of("jbo.ampool.writecookietoclient", "true"));
    for (int i = 0; i < 2; i++) {
      ConnectionSource connections = TestTier.connections(DATABASE, 6);
      nodes.add(
          TestTier.start(
              policy,
              connections,
              new PsTxnStore(connections, PsTxnDialect.POSTGRESQL, way),
              false));
    }
  }

  private Browser at(int node) {
    return browser.at(nodes.get(node).port());
  }

  private JsonNode get(int node, String path) {
    return served(at(node).get(path));
  }

  private JsonNode post(int node, String path, String form) {
    return served(at(node).post(path, form));
  }

  /** Each policy that writes a snapshot at each check-in, in both stores of the database. */
  @ParameterizedTest
  @CsvSource({
    "sticky-failover, ONE_STATEMENT",
    "sticky-failover, INSERT_THEN_LOB",
    "release-passivate, ONE_STATEMENT",
    "release-passivate, INSERT_THEN_LOB",
    "release-failover, ONE_STATEMENT",
    "release-failover, INSERT_THEN_LOB"
  })
  @Retention(RetentionPolicy.RUNTIME)
  private @interface UnderEachPromise {}

  private static String ask(String sql) {
    return TestDatabase.ask(DATABASE, sql);
  }

  private String cookie(String name) {
    return browser.cookie(name);
  }

  private long counter(int node, String name) {
    return nodes.get(node).report().counters().get(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sticky-failover", "release-passivate", "release-failover"})
  void pendingChange_followsTheBrowserFromNodeToNode(String policy) throws Exception {
    start(policy, WriteMode.INSERT_THEN_LOB);
    get(0, "/departments?user=7");
    post(1, "/departments/change", "value=first");
    JsonNode second = post(0, "/departments/change", "value=second");
    assertThat(second.path("previous").asText()).isEqualTo("first");

    assertThat(post(1, "/departments/commit", "").path("changes").asInt()).isEqualTo(1);

    JsonNode page = get(0, "/departments");
    assertThat(page.path("value").asText()).isEqualTo("second");
    assertThat(page.path("pending").asBoolean()).isFalse();
    assertThat(counter(0, "failoversWithoutState") + counter(1, "failoversWithoutState")).isZero();
    post(1, "/logout", "");
    assertThat(ask("select count(*) from ps_txn")).isEqualTo("0");
  }

  @Test
  void requestsAtBothNodesAtOnce_oneIsAcceptedTheOtherToldAndNothingLost() throws Exception {
    start("release-failover", WriteMode.INSERT_THEN_LOB);
    get(0, "/departments?user=7");
    post(0, "/departments/change", "value=base");
    HttpResponse<String> winner;
    HttpResponse<String> loser;
    try (Connection connection = DATABASE.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("select 1 from ps_txn for update");
      var atA = at(0).sending("/departments/change", "value=A");
      var atB = at(1).sending("/departments/change", "value=B");
      Await.until("both wait for the snapshot's row", () -> ask(WAITING_FOR_SNAPSHOT).equals("2"));
      connection.rollback();
      boolean aWon = atA.join().statusCode() == 200;
      winner = aWon ? atA.join() : atB.join();
      loser = aWon ? atB.join() : atA.join();
    }

    String kept = served(winner).path("value").asText();
    assertError(loser, 409, "conflict");
    assertThat(loser.body()).contains("JBO-30010: another node has continued this session");
    for (int node = 0; node < 2; node++) {
      JsonNode next = post(node, "/departments/change", "value=" + kept);
      assertThat(next.path("previous").asText()).isEqualTo(kept);
    }
    assertThat(counter(0, "conflicts") + counter(1, "conflicts")).isEqualTo(1);
  }

  @Test
  void snapshotWithoutContent_costsTheStateOnceAndTheSessionGoesOn() throws Exception {
    start("release-passivate", WriteMode.INSERT_THEN_LOB);
    get(0, "/departments?user=7");
    post(0, "/departments/change", "value=gone");
    String id = cookie("CLOAKROOM");
    TestDatabase.execute(DATABASE, "update ps_txn set content = null");

    try (LogCapture log = LogCapture.atPresentLevel()) {
      HttpResponse<String> told = at(0).post("/departments/change", "value=x");

      assertError(told, 500, "activation");
      assertThat(told.body()).contains("JBO-30017: the session's state is lost");
      assertThat(log.traces()).isEmpty();
      assertThat(log.lines())
          .singleElement(InstanceOfAssertFactories.STRING)
          .contains("POST /departments/change: JBO-30017: the session's state is lost");
    }
    assertStartsAnew(0);
    assertThat(cookie("CLOAKROOM")).isEqualTo(id);
  }

  @Test
  void snapshotWithoutContent_provesNothingAtAnotherNode() throws Exception {
    start("release-failover", WriteMode.INSERT_THEN_LOB);
    get(0, "/departments?user=7");
    post(0, "/departments/change", "value=gone");
    String id = cookie("CLOAKROOM");
    TestDatabase.execute(DATABASE, "update ps_txn set content = null");

    assertNoSession(at(1).post("/departments/change", "value=x"));

    assertStartsAnew(1);
    assertThat(cookie("CLOAKROOM")).isNotEqualTo(id);
    assertThat(counter(1, "failoversWithoutState")).isEqualTo(1);
  }

  @Test
  void pageOfASessionThatIsLost_saysSo() throws Exception {
    start("release-failover", WriteMode.INSERT_THEN_LOB);
    get(0, "/departments?user=7");
    post(0, "/departments/change", "value=gone");
    String id = cookie("CLOAKROOM");
    TestDatabase.execute(DATABASE, "delete from ps_txn");

    HttpResponse<String> page = at(1).get("/departments");

    assertThat(served(page).path("pending").asBoolean()).isFalse();
    assertThat(cookie("CLOAKROOM")).isNotEqualTo(id);
    assertThat(page.headers().allValues("Cloakroom-Error")).containsExactly("noSession");
    assertThat(at(1).get("/departments").headers().firstValue("Cloakroom-Error")).isEmpty();
  }

  private void assertStartsAnew(int node) throws Exception {
    JsonNode next = post(node, "/departments/change", "value=next");
    assertThat(next.path("previous").asText()).isEqualTo("Department 7");
    assertThat(post(node, "/departments/commit", "").path("changes").asInt()).isEqualTo(1);
  }

  @Test
  void idThatNoNodeHasGiven_isNobodysSession() throws Exception {
    start("release-failover", WriteMode.INSERT_THEN_LOB);
    String invented = "0123456789abcdef".repeat(2);
    String cookies = "CLOAKROOM=" + invented + "; CLOAKROOM_STATE=7";

    HttpResponse<String> page = as(cookies, 0, "/departments", null);
    HttpResponse<String> change = as(cookies, 1, "/departments/change", "value=x");

    assertThat(served(page).path("key").asLong()).isEqualTo(7);
    assertThat(given(page)).isNotEqualTo(invented);
    served(change);
    assertThat(given(change)).isNotEqualTo(invented);
    assertNoSession(as("CLOAKROOM=" + invented, 0, "/departments/change", "value=x"));
    assertNoSession(as("CLOAKROOM=" + invented, 1, "/departments/change", "value=x"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void ticketUnderAnotherId_showsNothingAndHarmsNothing(int node) throws Exception {
    start("release-failover", WriteMode.INSERT_THEN_LOB);
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
      assertThat(told.body()).contains("a new session was opened").doesNotContain("secret");
      assertThat(given(told)).isNotIn(id, cookie("CLOAKROOM"));
    }

    assertNoSession(as("CLOAKROOM=" + own, node, "/departments/change", "value=x"));
    assertThat(post(1, "/departments/change", "value=next").path("previous").asText())
        .isEqualTo("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sticky-failover", "release-passivate", "release-failover"})
  void logOut_endsIdAndTicketAtEveryNode(String policy) throws Exception {
    start(policy, WriteMode.INSERT_THEN_LOB);
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
        assertThat(served(page).path("pending").asBoolean()).isFalse();
      }
      assertNoSession(as(both, node, "/departments/change", "value=x"));
      assertNoSession(as(id, node, "/departments/change", "value=x"));
      assertNoSession(as(both, node, "/logout", ""));
    }
  }

  private String bothCookies() {
    return "CLOAKROOM=" + cookie("CLOAKROOM") + "; CLOAKROOM_STATE=" + cookie("CLOAKROOM_STATE");
  }

  @UnderEachPromise
  void logOut_endsTheSessionWhereAnotherModuleWouldBegin(String policy, WriteMode way)
      throws Exception {
    start(policy, way);
    get(0, "/departments?user=7");
    String old = bothCookies();
    post(1, "/departments/change", "value=secret");
    String newest = bothCookies();
    post(1, "/logout", "");

    for (String cookies : List.of(old, newest)) {
      HttpResponse<String> first = as(cookies, 0, "/employees/change", "value=x");
      assertThat(first.statusCode()).as(first.body()).isEqualTo(409);
      for (int node = 0; node < 2; node++) {
        assertNoSession(as(cookies, node, "/employees/change", "value=x"));
        assertNoSession(as(cookies, node, "/departments/change", "value=x"));
      }
    }
    assertThat(ask("select count(*) from ps_txn")).isEqualTo("0");
  }

  @UnderEachPromise
  void ticketOfAnotherSession_doesNotReviveOneThatHasLoggedOut(String policy, WriteMode way)
      throws Exception {
    start(policy, way);
    get(0, "/departments?user=7");
    String id = "CLOAKROOM=" + cookie("CLOAKROOM");
    post(1, "/departments/change", "value=secret");
    post(1, "/logout", "");
    get(1, "/departments?user=8");
    String forged = cookie("CLOAKROOM_STATE").replaceFirst(":\\d+:", ":99:");

    assertNoSession(as(id + "; CLOAKROOM_STATE=" + forged, 0, "/employees/change", "value=x"));

    assertNoSession(as(id, 0, "/employees/change", "value=x"));
  }

  @UnderEachPromise
  void furtherModule_beginsAtTheNodeToWhichTheBrowserComesBack(String policy, WriteMode way)
      throws Exception {
    start(policy, way);
    get(0, "/departments?user=7");
    String id = cookie("CLOAKROOM");
    post(1, "/departments/change", "value=moved");

    get(0, "/employees");
    post(1, "/employees/change", "value=pending");
    assertThat(post(0, "/employees/commit", "").path("changes").asInt()).isEqualTo(1);

    assertThat(post(0, "/departments/commit", "").path("changes").asInt()).isEqualTo(1);
    assertThat(cookie("CLOAKROOM")).isEqualTo(id);
    assertThat(counter(0, "conflicts") + counter(1, "conflicts")).isZero();
    post(1, "/logout", "");
    assertThat(ask("select count(*) from ps_txn")).isEqualTo("0");
  }

  @UnderEachPromise
  void otherParentId_costsTheStateOnceAndTheUserContinues(String policy, WriteMode way)
      throws Exception {
    start(policy, way);
    get(0, "/departments?user=7");
    post(0, "/departments/change", "value=gone");
    TestDatabase.execute(DATABASE, "update ps_txn set parentid = parentid + 1");

    try (LogCapture log = LogCapture.atPresentLevel()) {
      HttpResponse<String> told = at(0).post("/departments/change", "value=x");
      if (told.headers().firstValue("Cloakroom-Error").orElseThrow().equals("conflict")) {
        told = at(0).post("/departments/change", "value=x"); // the state was still in memory
        assertNoSession(told);
      } else {
        assertError(told, 500, "activation");
      }
      assertThat(log.lines() + told.body()).contains("it is damaged");
    }
    assertStartsAnew(0);
    post(1, "/departments/change", "value=kept");
  }

  @UnderEachPromise
  void snapshotOlderThanTheTimeOut_provesNothing(String policy, WriteMode way) throws Exception {
    start(policy, way);
    get(0, "/departments?user=7");
    post(0, "/departments/change", "value=kept");
    String older = "update ps_txn set creation_date = creation_date - interval '40 minutes'";
    TestDatabase.execute(DATABASE, older);
    post(1, "/departments/change", "value=x");
    String cookies = bothCookies();
    nodes.forEach(TierServer::close);
    nodes.clear();
    start(policy, way);
    TestDatabase.execute(DATABASE, older, older);

    assertNoSession(as(cookies, 0, "/departments/change", "value=x"));
    assertNoSession(as(cookies, 1, "/departments/commit", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"7_DepartmentsModule:5:999999:5", "7_DepartmentsModule:5:1:5", "7_Nothing:5:1:5"})
  void ticketForWhatIsNotThere_isToldInOneLineAndANewSessionBegins(String ticket) throws Exception {
    start("release-failover", WriteMode.INSERT_THEN_LOB);
    String cookies = "CLOAKROOM=" + "0123456789abcdef".repeat(2) + "; CLOAKROOM_STATE=" + ticket;

    HttpResponse<String> told = as(cookies, 0, "/departments/change", "value=x");

    assertNoSession(told);
    String next =
        told.headers().allValues("Set-Cookie").stream()
            .map(cookie -> cookie.substring(0, cookie.indexOf(';')))
            .reduce((a, b) -> a + "; " + b)
            .orElseThrow();
    JsonNode change = served(as(next, 0, "/departments/change", "value=x"));
    assertThat(change.path("previous").asText()).isEqualTo("Department 7");
    assertThat(change.path("key").asLong()).isEqualTo(7);
  }

  private HttpResponse<String> as(String cookies, int node, String path, String form)
      throws Exception {
    return Browser.withoutCookies(nodes.get(node).port())
        .sending(path, form, "Cookie", cookies.isEmpty() ? "other=1" : cookies)
        .join();
  }

  private static String given(HttpResponse<String> answer) {
    return answer.headers().allValues("Set-Cookie").stream()
        .filter(cookie -> cookie.startsWith("CLOAKROOM="))
        .map(cookie -> cookie.substring("CLOAKROOM=".length(), cookie.indexOf(';')))
        .findFirst()
        .orElseThrow();
  }

  private static void assertNoSession(HttpResponse<String> answer) {
    assertError(answer, 409, "noSession");
  }
}
