package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The packaged tier as a process of its own, on the real database and on a machine whose locale has
 * other digits.
 */
final class ServeIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  static final Database DATABASE = TestDatabase.newSchema();

  /** Of a tier on a free port that tells its events in JSON. */
  static ProcessBuilder serve(String... args) {
    ProcessBuilder builder = Packaged.command("serve", "--json", "--port", "0");
    builder.command().addAll(List.of(args));
    builder.environment().put("CLOAKROOM_DB_PASSWORD", DATABASE.password().reveal());
    return builder;
  }

  static String[] onDatabase(String... more) {
    List<String> args =
        new ArrayList<>(List.of("--url", DATABASE.url(), "--user", DATABASE.user()));
    args.addAll(List.of(more));
    return args.toArray(String[]::new);
  }

  private static String failureOf(ProcessBuilder builder) throws Exception {
    Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    String line =
        new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(line).isEqualTo(2);
    assertThat(line.lines()).hasSize(1);
    assertThat(line).doesNotContain(DATABASE.password().reveal());
    return line;
  }

  static String ask(String sql) {
    try (Connection connection = DATABASE.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String send(HttpClient client, JsonNode ready, String method, String path)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ready.get("port").asInt() + path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .method(method, HttpRequest.BodyPublishers.ofString("value=served"))
            .build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  @Test
  void releasePassivate_fillsPsTxnAndLeavesItEmptyAfterLogOut() throws Exception {
    Process process = serve(onDatabase("--policy", "release-passivate")).start();
    try (BufferedReader out = process.inputReader()) {
      JsonNode ready = JSON.readTree(out.readLine());
      HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
      send(client, ready, "GET", "/departments?user=7");
      send(client, ready, "POST", "/departments/change");
      assertThat(ask("select convert_from(content, 'UTF8') from ps_txn")).contains("served");
      assertThat(send(client, ready, "POST", "/departments/commit")).contains("\"changes\":1");
      assertThat(send(client, ready, "POST", "/logout")).contains("true");

      process.toHandle().destroy();

      JsonNode stopped = JSON.readTree(out.readLine());
      assertThat(process.waitFor()).isZero();
      JsonNode counters = stopped.at("/counters/counters");
      assertThat(counters.get("commits").asInt()).isEqualTo(1);
      assertThat(counters.get("snapshotWritesLevelZero").asInt()).isEqualTo(3);
      assertThat(counters.get("connectionsBorrowed"))
          .isEqualTo(counters.get("connectionsReturned"));
      assertThat(counters.get("connectionsCreated")).isEqualTo(counters.get("connectionsClosed"));
      assertThat(ask("select count(*) from ps_txn")).isEqualTo("0");
      assertThat(stopped.at("/counters/settings/codec").asText()).isEqualTo("xml");
    } finally {
      process.destroyForcibly();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ps-txn", "ps-txn-classic", "file", "memory"})
  void everyStore_keepsTheStateOfASession(String store, @TempDir Path directory) throws Exception {
    List<String> args = new ArrayList<>(List.of("--policy", "release-passivate", "--store", store));
    if (store.equals("file")) {
      args.addAll(List.of("--store-dir", directory.toString(), "--store-fsync", "false"));
    }
    Process process = serve(onDatabase(args.toArray(String[]::new))).start();
    try (BufferedReader out = process.inputReader()) {
      JsonNode ready = JSON.readTree(out.readLine());
      HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
      send(client, ready, "GET", "/departments?user=8");
      send(client, ready, "POST", "/departments/change");
      assertThat(send(client, ready, "GET", "/departments")).contains("served");
      assertThat(send(client, ready, "POST", "/departments/rollback")).contains("\"changes\":");

      process.toHandle().destroy();

      JsonNode stopped = JSON.readTree(out.readLine());
      assertThat(process.waitFor()).isZero();
      assertThat(stopped.at("/counters/settings/store").asText()).isEqualTo(store);
      assertThat(stopped.at("/counters/counters/snapshotReads").asInt()).isPositive();
      assertThat(stopped.at("/counters/counters/passivationFailures").asInt()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void binaryCodec_isTheDefaultOfOtherStores_andChosenForPsTxn() throws Exception {
    for (String choice : List.of("--store=memory", "--codec=binary")) {
      TestDatabase.execute(DATABASE, "truncate ps_txn");
      Process process = serve(onDatabase("--policy", "release-passivate", choice)).start();
      try (BufferedReader out = process.inputReader()) {
        JsonNode ready = JSON.readTree(out.readLine());
        HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
        send(client, ready, "GET", "/departments?user=9");
        send(client, ready, "POST", "/departments/change");
        assertThat(ask("select min(encode(substring(content from 1 for 4), 'escape')) from ps_txn"))
            .isEqualTo(choice.startsWith("--store") ? null : "CLKS");
        assertThat(send(client, ready, "POST", "/departments/commit")).contains("\"changes\":1");

        process.toHandle().destroy();

        JsonNode stopped = JSON.readTree(out.readLine());
        assertThat(stopped.at("/counters/settings/codec").asText()).isEqualTo("binary");
        assertThat(stopped.at("/counters/counters/activationFailures").asInt()).isZero();
      } finally {
        process.destroyForcibly();
      }
    }
    TestDatabase.execute(DATABASE, "truncate ps_txn");
  }

  @Test
  void endOfParent_stopsGracefullyAndPassivatesLiveSessions() throws Exception {
    TestDatabase.execute(DATABASE, "truncate ps_txn");
    Process process = serve(onDatabase("--policy", "sticky", "--with-parent")).start();
    try (BufferedReader out = process.inputReader()) {
      JsonNode ready = JSON.readTree(out.readLine());
      HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
      send(client, ready, "GET", "/employees?user=7");
      send(client, ready, "POST", "/employees/change");
      assertThat(ask("select count(*) from ps_txn")).isEqualTo("0");

      process.getOutputStream().close();

      JsonNode stopped = JSON.readTree(out.readLine());
      assertThat(stopped.at("/counters/counters/snapshotWritesStop").asInt()).isEqualTo(1);
      assertThat(process.waitFor()).isZero();
      assertThat(ask("select convert_from(content, 'UTF8') from ps_txn")).contains("served");
      TestDatabase.execute(DATABASE, "truncate ps_txn");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void everyPool_serves() throws Exception {
    for (String pool : List.of("ucp", "none")) {
      Process process = serve(onDatabase("--policy", "release-in-memory", "--pool", pool)).start();
      try (BufferedReader out = process.inputReader()) {
        JsonNode ready = JSON.readTree(out.readLine());
        HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
        send(client, ready, "GET", "/departments?user=8");
        send(client, ready, "POST", "/departments/change");
        assertThat(send(client, ready, "POST", "/departments/commit")).contains("\"changes\":1");
        assertThat(send(client, ready, "POST", "/logout")).contains("true");
        process.toHandle().destroy();
        JsonNode stopped = JSON.readTree(out.readLine());
        assertThat(stopped.at("/counters/pool").asText()).isEqualTo(pool);
        assertThat(stopped.at("/counters/settings/driver/defaultRowFetchSize").asText())
            .as(pool)
            .isEqualTo("100");
        assertThat(stopped.toString()).doesNotContain(DATABASE.password().reveal());
        assertThat(stopped.at("/counters/gauges/connectionsOpen").asInt()).as(pool).isZero();
      } finally {
        process.destroyForcibly();
      }
    }
  }

  @Test
  void noop_needsNoDatabase() throws Exception {
    Process process = serve("--policy", "noop").start();
    try (BufferedReader out = process.inputReader()) {
      JsonNode ready = JSON.readTree(out.readLine());
      HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
      assertThat(send(client, ready, "GET", "/departments?user=7")).contains("\"key\":7");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void unreachableDatabase_isNamed() throws Exception {
    assertThat(failureOf(serve("--url", "jdbc:postgresql://127.0.0.1:1/nowhere")))
        .contains("127.0.0.1:1/nowhere", "cannot be reached");
  }

  @Test
  void wrongPassword_isNamed() throws Exception {
    ProcessBuilder builder = serve(onDatabase());
    builder.environment().put("CLOAKROOM_DB_PASSWORD", "wrong-one");
    assertThat(failureOf(builder))
        .contains("refuses user " + DATABASE.user(), "CLOAKROOM_DB_PASSWORD")
        .doesNotContain("wrong-one");
  }

  @Test
  void noPassword_saysWhereItComesFrom() throws Exception {
    ProcessBuilder builder = serve(onDatabase());
    builder.environment().remove("CLOAKROOM_DB_PASSWORD");
    assertThat(
            failureOf(
                builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))))
        .contains("no password", "CLOAKROOM_DB_PASSWORD");
  }

  @Test
  void databaseWithoutTheSchema_isToldHowToInstallIt() throws Exception {
    Database empty = TestDatabase.newEmptySchema();
    assertThat(failureOf(serve("--url", empty.url(), "--user", empty.user())))
        .contains("PS_TXN", "--install-schema");
  }

  @Test
  void portInUse_isNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      ProcessBuilder builder = serve(onDatabase());
      builder.command().addAll(List.of("--admin-port", port));
      assertThat(failureOf(builder)).contains("cannot listen", port, "0 for any");
    }
  }
}
