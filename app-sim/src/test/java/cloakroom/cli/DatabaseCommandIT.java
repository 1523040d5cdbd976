package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.CommitDelay;
import cloakroom.database.Await;
import cloakroom.database.TestDatabase;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The packaged command, run from a path that contains a space. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class DatabaseCommandIT {
  private static final String PASSWORD = "it's: a \\ secret";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Fewer rows shorten the start. */
  private static final String FEW = "--users=10";

  @TempDir private static Path temporary;
  private static Path home;
  private static Path work;

  @BeforeAll
  static void copyJar() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    home = Files.createDirectories(temporary.resolve("with a space"));
    work = temporary.resolve("work of it");
    Path target = Path.of("target");
    Files.copy(target.resolve("app-sim.jar"), home.resolve("app-sim.jar"));
    Path lib = Files.createDirectory(home.resolve("lib"));
    try (Stream<Path> jars = Files.list(target.resolve("lib"))) {
      for (Path jar : jars.toList()) {
        Files.copy(jar, lib.resolve(jar.getFileName()));
      }
    }
  }

  private static ProcessBuilder command(List<String> prefix, Path workFolder, String... args) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Dcloakroom.work=" + workFolder,
            "-jar",
            home.resolve("app-sim.jar").toString(),
            "database"));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
    builder.environment().remove("CLOAKROOM_DB_PASSWORD");
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  private record Started(Process process, BufferedReader out) implements AutoCloseable {
    static Started of(ProcessBuilder builder) throws IOException {
      Process process = builder.start();
      return new Started(process, process.inputReader());
    }

    JsonNode event() throws IOException {
      return JSON.readTree(out.readLine());
    }

    void tell(String line) throws IOException {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    }

    void assertStops() throws Exception {
      assertThat(out.readLine()).isEqualTo("{\"event\":\"stopped\"}");
      assertThat(out.readLine()).isNull();
      assertThat(process.waitFor()).isZero();
    }

    @Override
    public void close() throws IOException {
      process.destroyForcibly();
      out.close();
    }
  }

  private static long ask(JsonNode ready, String sql) throws SQLException {
    try (Connection connection =
        DriverManager.getConnection(ready.get("url").asText(), "cloakroom", PASSWORD)) {
      return Long.parseLong(TestDatabase.ask(connection, sql));
    }
  }

  private static void assertNothingLeft(JsonNode ready) {
    ProcessHandle.of(ready.get("pid").asLong()).ifPresent(server -> server.onExit().join());
    Path directory = Path.of(ready.get("directory").asText());
    Await.until("removal of " + directory, () -> !Files.exists(directory));
  }

  /** One test, because the start takes most of the time. */
  @Test
  void database_isReady_delaysCommitsAsAsked_stopsInOrderAndLeavesNothing() throws Exception {
    ProcessBuilder builder =
        command(
            List.of(),
            work,
            "--json",
            "--exit-with-parent",
            "--commit-delay=3ms",
            "--no-autovacuum");
    builder.environment().put("CLOAKROOM_DB_PASSWORD", PASSWORD);
    try (Started started = Started.of(builder)) {
      Process process = started.process();
      JsonNode ready = started.event();
      assertThat(ready.get("event").asText()).isEqualTo("ready");
      assertThat(ready.get("user").asText()).isEqualTo("cloakroom");
      assertThat(ready.get("processId").asLong()).isEqualTo(process.pid());
      assertThat(ready.toString()).doesNotContain("secret");
      assertThat(ask(ready, "select count(*) from employees")).isEqualTo(100_000);
      assertThat(ask(ready, "select current_setting('autovacuum')::boolean::int")).isZero();
      commitsWaitAsLongAsTheParentAsks(started, ready);
      psqlRunsEveryScript(ready);

      process.toHandle().destroy(); // Process.destroy() would close the pipes too

      started.assertStops();
      assertNothingLeft(ready);
    }
  }

  @Test
  void endOfInput_duringTheInstall_stopsTheServer() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    ProcessBuilder builder =
        command(
            List.of(), work, "--json", "--exit-with-parent", "--users=200000", "--port=" + port);
    builder.environment().put("CLOAKROOM_DB_PASSWORD", PASSWORD);
    JsonNode server =
        JSON.createObjectNode().put("url", "jdbc:postgresql://127.0.0.1:" + port + "/cloakroom");
    try (Started started = Started.of(builder)) {
      Await.until("the install begins", () -> installs(server));

      started.process().getOutputStream().close();

      started.assertStops();
    }
  }

  private static boolean installs(JsonNode server) {
    try {
      return ask(
              server,
              "select count(*) from pg_stat_activity where query like 'insert into %employees%'")
          > 0;
    } catch (SQLException e) {
      return false; // it does not accept connections yet
    }
  }

  private static void commitsWaitAsLongAsTheParentAsks(Started started, JsonNode ready)
      throws Exception {
    assertThat(ask(ready, "show commit_delay")).isEqualTo(3_000);
    started.tell(new CommitDelay(60_000).line());
    assertThat(started.event()).hasToString("{\"event\":\"commitDelay\",\"micros\":60000}");
    assertThat(ask(ready, "show commit_delay")).isEqualTo(60_000);
    assertThat(millisOfACommit(ready)).isGreaterThanOrEqualTo(60);
    started.tell(new CommitDelay(0).line());
    assertThat(started.event()).hasToString("{\"event\":\"commitDelay\",\"micros\":0}");
    assertThat(ask(ready, "show commit_delay")).isZero();
  }

  private static void psqlRunsEveryScript(JsonNode ready) throws Exception {
    if (psql(ready, "-c", "select 1") != 0) {
      System.out.println("psql is not installed: the scripts were not run by it");
      return;
    }
    Path folder = Path.of("..", "sql", "postgresql");
    String drop = folder.resolve("drop.sql").toString();
    assertThat(psql(ready, "-f", drop)).isZero();
    assertThat(count(ready, "true")).as("the table WRITTEN of this test stays").isOne();
    List<String> scripts;
    try (Stream<Path> files = Files.list(folder)) {
      scripts =
          files.map(Path::toString).filter(f -> f.matches(".*/\\d[^/]*\\.sql")).sorted().toList();
    }
    for (String script : scripts) {
      assertThat(psql(ready, "-f", script)).as(script).isZero();
      assertThat(psql(ready, "-f", script)).as("%s once more", script).isNotZero();
    }
    assertThat(count(ready, "relkind in ('r', 'S')")).isEqualTo(9);
    assertThat(psql(ready, "-f", drop)).isZero();
    assertThat(count(ready, "true")).isOne();
  }

  private static int psql(JsonNode ready, String... args) throws Exception {
    String url = ready.get("url").asText();
    List<String> command =
        new ArrayList<>(
            List.of("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-U", "cloakroom", "-w"));
    command.addAll(List.of("-d", url.substring("jdbc:".length())));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PGPASSFILE", ready.get("passwordFile").asText());
    builder.environment().put("PGOPTIONS", "-c client_min_messages=warning");
    builder.redirectOutput(ProcessBuilder.Redirect.INHERIT);
    try {
      return builder.start().waitFor();
    } catch (IOException e) {
      return 127;
    }
  }

  private static long count(JsonNode ready, String condition) throws SQLException {
    return ask(
        ready,
        "select count(*) from pg_class where relnamespace = 'cloakroom'::regnamespace and "
            + condition);
  }

  /** One process unpacks PostgreSQL while the other waits. */
  @Test
  @Tag("full")
  @Order(1)
  void twoAtOnce_shareOneUnpackedPostgreSQL() throws Exception {
    try (Started first = Started.of(command(List.of(), work, FEW, "--json", "--exit-with-parent"));
        Started second =
            Started.of(command(List.of(), work, FEW, "--json", "--exit-with-parent"))) {
      JsonNode one = first.event();
      JsonNode two = second.event();
      assertThat(one.get("url")).isNotEqualTo(two.get("url"));
      try (Stream<Path> entries = Files.list(work)) {
        assertThat(entries.map(entry -> entry.getFileName().toString().replaceFirst("-.*", "")))
            .containsExactlyInAnyOrder("instances", "lock", "postgresql");
      }
      first.process().destroyForcibly();
      second.process().destroyForcibly();
      assertNothingLeft(one);
      assertNothingLeft(two);
    }
  }

  @Test
  void server_thatDiesByItselfIsReported() throws Exception {
    try (Started started =
        Started.of(
            command(List.of(), work, FEW, "--json")
                .redirectErrorStream(true)
                .redirectError(ProcessBuilder.Redirect.PIPE))) {
      Process process = started.process();
      JsonNode ready = started.event();
      ProcessHandle.of(ready.get("pid").asLong()).orElseThrow().destroyForcibly();
      assertThat(started.out().readLine())
          .startsWith("app-sim database: PostgreSQL ended unexpectedly: ");
      assertThat(process.waitFor()).isEqualTo(2);
      assertNothingLeft(ready);
    }
  }

  @Test
  void plainOutput_tellsHowToConnectAndToStop_andEndsWithItsParent() throws Exception {
    try (Started started = Started.of(command(List.of(), work, FEW, "--exit-with-parent"))) {
      Process process = started.process();
      assertThat(started.out().readLine())
          .isEqualTo("PostgreSQL is ready, with the schema installed.");
      assertThat(started.out().readLine())
          .matches("  URL   jdbc:postgresql://127\\.0\\.0\\.1:\\d+/cloakroom");
      assertThat(started.out().readLine()).isEqualTo("  user  cloakroom");
      assertThat(started.out().readLine())
          .matches(
              "  psql  PGPASSFILE='.*/pgpass' psql -h 127.0.0.1 -p \\d+ -U cloakroom cloakroom");
      assertThat(started.out().readLine())
          .isEqualTo("Stop it with Ctrl-C, or: kill " + process.pid());
      process.getOutputStream().close();
      assertThat(started.out().readLine()).isEqualTo("Stopped.");
      assertThat(process.waitFor()).isZero();
    }
  }

  private static long millisOfACommit(JsonNode ready) throws SQLException {
    try (Connection connection =
        DriverManager.getConnection(ready.get("url").asText(), "cloakroom", PASSWORD)) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute("create table written (n int)");
      }
      long before = System.nanoTime();
      connection.commit();
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
    }
  }

  /** Run as root, this starts the command as Unix user nobody. */
  @Test
  @Tag("full")
  void ordinaryUser_needsNoPrivilege() throws Exception {
    List<String> prefix =
        List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--");
    Assumptions.assumeTrue(canBecomeNobody(prefix), "not root, or no setpriv");
    Path theirs = Files.createDirectory(temporary.resolve("nobody's work"));
    Files.setAttribute(theirs, "unix:uid", 65534);
    try (Started started =
        Started.of(command(prefix, theirs, FEW, "--json", "--exit-with-parent"))) {
      Process process = started.process();
      JsonNode ready = started.event();
      assertThat(Files.getAttribute(Path.of(ready.get("directory").asText()), "unix:uid"))
          .isEqualTo(65534);
      process.destroyForcibly().waitFor();
      assertNothingLeft(ready);
    }
  }

  private static boolean canBecomeNobody(List<String> prefix) throws InterruptedException {
    List<String> proof =
        Stream.concat(
                prefix.stream(),
                Stream.of(
                    "test", "-x", Path.of(System.getProperty("java.home"), "bin/java").toString()))
            .toList();
    try {
      return new ProcessBuilder(proof).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
