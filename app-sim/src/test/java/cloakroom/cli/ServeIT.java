package cloakroom.cli;

import static cloakroom.cli.ServedTier.DATABASE;
import static cloakroom.cli.ServedTier.ask;
import static cloakroom.cli.ServedTier.onDatabase;
import static cloakroom.cli.ServedTier.serve;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.http.Browser;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ServeIT {
  private static final String CONTENT = "select convert_from(content, 'UTF8') from ps_txn";

  @BeforeEach
  void empty() {
    TestDatabase.execute(DATABASE, "truncate ps_txn");
  }

  private static Browser changed(ServedTier tier, String page, int user) {
    Browser browser = tier.browser();
    browser.get("/" + page + "?user=" + user);
    assertThat(browser.post("/" + page + "/change", "value=served").body()).contains("served");
    return browser;
  }

  private static void commit(Browser browser) {
    assertThat(browser.post("/departments/commit", "").body()).contains("\"changes\":1");
  }

  @Test
  void releasePassivate_fillsPsTxnAndLeavesItEmptyAfterLogOut() throws Exception {
    try (ServedTier tier = ServedTier.start("--policy", "release-passivate")) {
      Browser browser = changed(tier, "departments", 7);
      assertThat(ask(CONTENT)).contains("served");
      commit(browser);
      assertThat(browser.post("/logout", "").body()).contains("true");
      Browser admin = browser.at(tier.ready().get("adminPort").asInt());
      for (String path : List.of("/metrics", "/counters", "/live/state")) {
        assertThat(admin.get(path).body())
            .contains("release-passivate")
            .doesNotContain(DATABASE.password().reveal());
      }
      assertThat(tier.ready().get("relayProcessId").asLong()).isZero();

      JsonNode stopped = tier.stop();
      JsonNode counters = stopped.get("counters");
      for (JsonNode told : List.of(counters, stopped.get("baseline"))) {
        assertThat(told.fieldNames())
            .toIterable()
            .as("what no relay counted, nobody knows")
            .isNotEmpty()
            .noneMatch(name -> name.startsWith("database"));
      }
      assertThat(stopped.at("/settings/db-rtt").asText()).isEqualTo("none");
      assertThat(counters.get("commits").asInt()).isEqualTo(1);
      assertThat(counters.get("snapshotWritesLevelZero").asInt()).isEqualTo(3);
      assertThat(counters.get("connectionsBorrowed"))
          .isEqualTo(counters.get("connectionsReturned"));
      assertThat(counters.get("connectionsCreated")).isEqualTo(counters.get("connectionsClosed"));
      assertThat(ask("select count(*) from ps_txn")).isEqualTo("0");
      assertThat(stopped.at("/settings/codec").asText()).isEqualTo("xml");
      assertThat(stopped.at("/settings/store").asText()).isEqualTo("ps-txn-classic");
      assertThat(stopped.at("/settings/driver/defaultRowFetchSize").asText()).isEqualTo("100");
      assertThat(stopped.toString()).doesNotContain(DATABASE.password().reveal());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ps-txn", "file"})
  void otherStore_keepsTheStateOfASession(String store, @TempDir Path directory) throws Exception {
    List<String> args = new ArrayList<>(List.of("--policy", "release-passivate", "--store", store));
    if (store.equals("file")) {
      args.addAll(List.of("--store-dir", directory.toString(), "--store-fsync", "false"));
    }
    try (ServedTier tier = ServedTier.start(args.toArray(String[]::new))) {
      Browser browser = changed(tier, "departments", 8);
      assertThat(browser.get("/departments").body()).contains("served");
      assertThat(browser.post("/departments/rollback", "").body()).contains("\"changes\":");

      JsonNode stopped = tier.stop();
      assertThat(stopped.at("/settings/store").asText()).isEqualTo(store);
      assertThat(stopped.at("/counters/snapshotReads").asInt()).isPositive();
      assertThat(stopped.at("/counters/passivationFailures").asInt()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--store=memory", "--codec=binary"})
  void binaryCodec_isTheDefaultOfOtherStores_andChosenForPsTxn(String choice) throws Exception {
    try (ServedTier tier = ServedTier.start("--policy", "release-passivate", choice)) {
      Browser browser = changed(tier, "departments", 9);
      assertThat(ask("select min(encode(substring(content from 1 for 4), 'escape')) from ps_txn"))
          .isEqualTo(choice.startsWith("--store") ? null : "CLKS");
      commit(browser);

      JsonNode stopped = tier.stop();
      assertThat(stopped.at("/settings/codec").asText()).isEqualTo("binary");
      assertThat(stopped.at("/settings/store").asText())
          .isEqualTo(choice.startsWith("--store") ? "memory" : "ps-txn-classic");
      assertThat(stopped.at("/counters/activationFailures").asInt()).isZero();
    }
  }

  @Test
  void endOfParent_stopsGracefullyAndPassivatesLiveSessions() throws Exception {
    try (ServedTier tier = ServedTier.start("--policy", "sticky", "--exit-with-parent")) {
      changed(tier, "employees", 7);
      assertThat(ask("select count(*) from ps_txn")).isEqualTo("0");

      tier.process().getOutputStream().close();

      assertThat(tier.stopped().at("/counters/snapshotWritesStop").asInt()).isEqualTo(1);
      assertThat(ask(CONTENT)).contains("served");
    }
  }

  @Test
  void noop_needsNoDatabase() throws Exception {
    try (ServedTier tier = ServedTier.start(serve("--policy", "noop", "--db-rtt", "1ms"))) {
      assertThat(tier.browser().get("/departments?user=7").body()).contains("\"key\":7");
    }
  }

  @Test
  void noPassword_saysWhereItComesFrom() throws Exception {
    ProcessBuilder builder = serve(onDatabase()).redirectInput(new File("/dev/null"));
    builder.environment().remove("CLOAKROOM_DB_PASSWORD");
    assertThat(Packaged.failureOf(builder)).contains("no password", "CLOAKROOM_DB_PASSWORD");
  }

  @Test
  void databaseWithoutTheSchema_isToldHowToInstallIt() throws Exception {
    Database empty = TestDatabase.newEmptySchema();
    assertThat(Packaged.failureOf(serve("--url", empty.url(), "--user", empty.user())))
        .contains("PS_TXN", "--install-schema");
  }
}
