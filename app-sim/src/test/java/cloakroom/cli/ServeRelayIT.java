package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Await;
import cloakroom.http.Browser;
import cloakroom.standin.TnsListener;
import cloakroom.standin.TnsListener.Reply;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ServeRelayIT {
  private static final List<String> TOLD =
      List.of("databaseRoundTrips", "databaseBytesSent", "databaseBytesReceived");
  private static final long DISTANCE_MILLIS = 5;
  private static final long LEAST_TRIPS = 5;

  private static Browser changed(ServedTier tier) {
    Browser browser = tier.browser();
    browser.get("/departments?user=7");
    browser.post("/departments/change", "value=far");
    return browser;
  }

  private static ProcessHandle relay(ServedTier tier) {
    return ProcessHandle.of(tier.ready().get("relayProcessId").asLong()).orElseThrow();
  }

  private static long counted(JsonNode counters) {
    return counters.get(TOLD.get(0)).asLong();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ucp", "none", "hikari --set jbo.server.internal_connection=separate"})
  void distance_isCountedUnderEveryPoolAndEndsWithTheTier(String pool) throws Exception {
    List<String> options =
        new ArrayList<>(
            List.of("--policy", "release-passivate", "--db-rtt", DISTANCE_MILLIS + "ms", "--pool"));
    options.addAll(Arrays.asList(pool.split(" ")));
    try (ServedTier tier = ServedTier.start(options.toArray(String[]::new))) {
      ProcessHandle relay = relay(tier);
      // Ctrl-C at a terminal reaches it too; the tier still needs it
      new ProcessBuilder("kill", "-INT", Long.toString(relay.pid())).start().waitFor();
      Browser browser = changed(tier);
      JsonNode before = tier.counters();
      long from = System.nanoTime();
      browser.post("/departments/commit", "");
      long millis = (System.nanoTime() - from) / 1_000_000;
      JsonNode after = tier.counters();

      long trips = counted(after.get("counters")) - counted(before.get("counters"));
      assertThat(trips)
          .as("of the commit, its activation and its passivation")
          .isBetween(LEAST_TRIPS, 40L);
      assertThat(millis).isGreaterThanOrEqualTo(LEAST_TRIPS * DISTANCE_MILLIS);
      assertThat(after.at("/settings/db-rtt").asText()).isEqualTo(DISTANCE_MILLIS + "ms");
      TOLD.forEach(name -> assertThat(after.get("baseline").get(name).asLong()).isPositive());

      JsonNode last = tier.stop().get("counters");
      assertThat(counted(last)).isGreaterThanOrEqualTo(counted(after.get("counters")));
      assertThat(last.get("connectionsCreated")).isEqualTo(last.get("connectionsClosed"));
      Await.until("the relay has ended", () -> !relay.isAlive());
    }
  }

  @Test
  void relayThatDies_isADeadDatabaseAndALineInTheLog() throws Exception {
    try (ServedTier tier = ServedTier.start("--policy", "sticky", "--db-rtt", "0")) {
      Browser browser = changed(tier);
      long told = counted(tier.counters().get("counters"));
      relay(tier).destroyForcibly();

      assertThat(browser.post("/departments/commit", "").statusCode()).isGreaterThanOrEqualTo(500);
      assertThat(tier.browser().get("/departments?user=8").body()).contains("serviceDown");
      assertThat(counted(tier.counters().get("counters"))).isGreaterThanOrEqualTo(told);
      tier.process().toHandle().destroy();
      assertThat(tier.process().errorReader().lines())
          .filteredOn(line -> line.contains("relay process"))
          .singleElement()
          .asString()
          .contains("exited with code");
    }
  }

  @Test
  void listenerThatSendsItsClientsPastTheRelay_isRefused() throws Exception {
    try (TnsListener dispatcher = new TnsListener(Reply.drop());
        TnsListener listener = new TnsListener(Reply.redirect(dispatcher))) {
      String url = listener.url("/sales:shared");
      assertThat(Packaged.failureOf(ServedTier.serve("--url", url, "--db-rtt", "1ms")))
          .contains("--db-rtt 1ms", url, "bypass the relay", "dedicated");
      assertThat(dispatcher.requests()).as("it was past the relay").isNotEmpty();
    }
  }

  @Test
  void databaseThatIsDown_isNamedByItsOwnAddress() throws Exception {
    String url = "jdbc:postgresql://127.0.0.1:1/nowhere";
    assertThat(Packaged.failureOf(ServedTier.serve("--url", url, "--db-rtt", "0")))
        .contains(url, "cannot be reached");
  }

  @Test
  void tierThatIsKilled_leavesNoRelay() throws Exception {
    try (ServedTier tier = ServedTier.start("--policy", "sticky", "--db-rtt", "0")) {
      ProcessHandle relay = relay(tier);
      tier.process().destroyForcibly();
      Await.until("the relay has ended", () -> !relay.isAlive());
    }
  }

  @Test
  void relayByHand_answersWithItsCounts() throws Exception {
    Process process =
        Packaged.command("relay", "--to", ServedTier.DATABASE.url().replaceFirst("[?].*", ""))
            .start();
    try (var out = process.inputReader()) {
      assertThat(out.readLine()).contains("ready");
      assertThat(out.readLine()).contains("jdbc:postgresql://127.0.0.1:");
      assertThat(out.readLine()).contains("kill " + process.pid());
      process.getOutputStream().write("counts\n".getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      assertThat(out.readLine()).contains("\"connects\":0", "\"roundTrips\":0");
      process.toHandle().destroy();
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
