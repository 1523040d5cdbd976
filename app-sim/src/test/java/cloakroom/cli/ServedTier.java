package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.http.Browser;
import cloakroom.testing.ClassArchive;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Process of the packaged tier in a locale with other digits; its first event is ready. */
record ServedTier(Process process, BufferedReader out, JsonNode ready) implements AutoCloseable {
  static final Database DATABASE = TestDatabase.newSchema();
  private static final ObjectMapper JSON = new ObjectMapper();

  static {
    ClassArchive.make(Packaged.JAR, ServedTier::serveOnce);
  }

  private static void serveOnce(List<String> options) throws Exception {
    ProcessBuilder builder = serve(onDatabase("--policy", "release-passivate"));
    builder.command().addAll(1, options);
    try (ServedTier tier = start(builder)) {
      Browser browser = tier.browser();
      browser.get("/departments?user=1");
      browser.post("/departments/change", "value=first");
      browser.post("/departments/rollback", "");
      browser.post("/logout", "");
      tier.counters();
      tier.stop();
    }
  }

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

  static ServedTier start(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    BufferedReader out = process.inputReader();
    return new ServedTier(process, out, JSON.readTree(out.readLine()));
  }

  static ServedTier start(String... options) throws IOException {
    return start(serve(onDatabase(options)));
  }

  static String ask(String sql) {
    return TestDatabase.ask(DATABASE, sql);
  }

  int port() {
    return ready.get("port").asInt();
  }

  Browser browser() {
    return new Browser(port());
  }

  JsonNode counters() throws IOException {
    return JSON.readTree(new Browser(ready.get("adminPort").asInt()).get("/counters").body());
  }

  JsonNode stop() throws Exception {
    process.toHandle().destroy(); // Process.destroy() would close the pipes too
    return stopped();
  }

  /** Returns the last event, after which the process exits with 0. */
  JsonNode stopped() throws Exception {
    JsonNode stopped = JSON.readTree(out.readLine());
    assertThat(process.waitFor()).isZero();
    assertThat(stopped.get("event").asText()).isEqualTo("stopped");
    return stopped.get("counters");
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    out.close();
  }
}
