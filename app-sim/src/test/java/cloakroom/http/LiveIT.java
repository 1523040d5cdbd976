package cloakroom.http;

import static cloakroom.http.Browser.served;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.passivation.MemoryStore;
import cloakroom.policy.Preset;
import cloakroom.testing.Chromium;
import cloakroom.testing.Chromium.View;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The live page of a node and its data. */
class LiveIT {
  private static final Database DATABASE = TestDatabase.newSchema();

  @ParameterizedTest
  @CsvSource({"sticky, 1", "release-in-memory, 0"})
  void holderOfAConnection_isShown_andNothingThatOpensItsSession(String policy, int held)
      throws Exception {
    ConnectionSource connections = TestTier.connections(DATABASE, 3);
    try (TierServer node =
        TestTier.start(Preset.named(policy).policy(), connections, new MemoryStore(), false)) {
      Browser browser = new Browser(node.port());
      served(browser.get("/departments?user=7"));
      HttpResponse<String> answer = browser.at(node.adminPort()).get("/live/state");

      String session = browser.cookie("CLOAKROOM");
      JsonNode source = served(answer).at("/sources/0");
      assertThat(served(answer).at("/gauges/instances").asInt()).isEqualTo(1);
      assertThat(source.path("inUse").asInt()).isEqualTo(held);
      assertThat(source.path("holdings")).hasSize(held);
      assertThat(answer.body()).doesNotContain(session);
      for (JsonNode holding : source.path("holdings")) {
        assertThat(holding.path("session").asText()).isEqualTo(session.substring(0, 8));
        assertThat(holding.path("module").asText()).isEqualTo("DepartmentsModule");
        assertThat(holding.path("thread").asText()).as("it rests").isEmpty();
        assertThat(sessionsOf(holding.path("connection").asText())).isEqualTo("1");
      }
    }
  }

  @Test
  void holders_activeOnes_areFirst() throws Exception {
    ConnectionSource connections = TestTier.connections(DATABASE, 3);
    try (TierServer node =
        TestTier.start(Preset.named("sticky").policy(), connections, new MemoryStore(), false)) {
      Browser browser = new Browser(node.port());
      served(browser.get("/departments?user=7")); // its connection is idle from here on
      try (Lease active = connections.borrow()) {
        assertThat(active.isBroken()).isFalse();
        HttpResponse<String> state = browser.at(node.adminPort()).get("/live/state");

        assertThat(served(state).at("/sources/0/holdings").findValuesAsText("thread"))
            .containsExactly(Thread.currentThread().getName(), "");
      }
    }
  }

  /** Script that sorts the holders, waits for the next data, and returns what is left of it. */
  private static final String SORTED =
      """
      new Promise((done) => {
        const table = () =>
          [...document.querySelectorAll("table")].find((one) => one.textContent.includes("in state for"));
        const head = table().querySelector("th");
        head.querySelector("button").focus();
        head.querySelector("button").click();
        const body = table().tBodies[0];
        const order = (a, b) => a.localeCompare(b, "en", { numeric: true });
        const sessions = () => [...table().tBodies[0].rows].map((row) => row.cells[0].textContent);
        const look = () => {
          if (table().tBodies[0] === body) {
            setTimeout(look, 50);
          } else {
            done([
              head.getAttribute("aria-sort"),
              document.activeElement === head.querySelector("button"),
              sessions().join() === sessions().sort(order).join(),
              sessions().length,
            ].join());
          }
        };
        look();
      })
      """;

  @Test
  void page_sortedTable_keepsOrderAndFocusWithNewData() throws Exception {
    ConnectionSource connections = TestTier.connections(DATABASE, 5);
    try (Chromium chromium = Chromium.start();
        TierServer node =
            TestTier.start(
                Preset.named("sticky").policy(), connections, new MemoryStore(), false)) {
      for (int user = 1; user <= 4; user++) {
        served(new Browser(node.port()).get("/departments?user=" + user));
      }
      chromium.open(URI.create("http://127.0.0.1:" + node.adminPort() + "/live"), View.LIGHT);
      assertThat(chromium.evaluate(SHOWN).asText()).contains("in state for");

      assertThat(chromium.evaluate(SORTED).asText()).isEqualTo("ascending,true,true,4");
      assertThat(chromium.errors()).isEmpty();
    }
  }

  /** Script that waits for the data and returns the page's text. */
  private static final String SHOWN =
      """
      new Promise((done) => {
        const look = () =>
          document.querySelectorAll("svg").length > 2
            ? done(document.body.innerText)
            : setTimeout(look, 50);
        look();
      })
      """;

  @Test
  void page_drawsWhatTheNodeTells() throws Exception {
    ConnectionSource connections = TestTier.connections(DATABASE, 3);
    try (Chromium chromium = Chromium.start();
        TierServer node =
            TestTier.start(
                Preset.named("sticky").policy(), connections, new MemoryStore(), false)) {
      served(new Browser(node.port()).get("/departments?user=7"));
      URI page = URI.create("http://127.0.0.1:" + node.adminPort() + "/live");
      for (View view : View.values()) {
        chromium.open(page, view);
        assertThat(chromium.evaluate(SHOWN).asText())
            .contains("in use (line), idle (dashes), requests waiting (dots)")
            .contains("held for", "in state for", "DepartmentsModule")
            .doesNotContain("this node");
        assertThat(chromium.errors()).isEmpty();
        chromium.picture(Path.of("target", "screenshots", "node-" + view.label() + ".png"));
      }
    }
  }

  private static String sessionsOf(String number) {
    return TestDatabase.ask(
        DATABASE, "select count(*) from pg_stat_activity where pid = " + number);
  }
}
