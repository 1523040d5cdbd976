package cloakroom.stress.load;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.load.Samples.Row;
import cloakroom.testing.JarProcess;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Controller with a Cloakroom engine and a stock jmeter-server, encrypted as by default. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RemoteLoadIT {
  private static final int USERS = 5;
  private static final long THINK = 100;
  private static final int REQUESTS = USERS * (2 + 2 * 2 * 2 + 1);
  private static final int WARM_UP_REQUESTS = 2 * (2 + 2 * 2 + 1);

  private Path keys;
  private Server ours;
  private Server stock;

  private static final class Server extends JarProcess {
    private final String name;

    Server(ProcessBuilder builder, String name) throws IOException {
      super(builder.start(), EngineProcess.MINUTES);
      this.name = name;
    }
  }

  private ProcessBuilder java(String mainClass, List<String> arguments) {
    ProcessBuilder builder = EngineProcess.java(mainClass, arguments);
    builder
        .command()
        .addAll(1, List.of("-Djava.rmi.server.hostname=127.0.0.1", "-Djmeter.home=" + Plans.HOME));
    return builder.directory(keys.toFile());
  }

  private static String freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return Integer.toString(socket.getLocalPort());
    }
  }

  private Server serve() throws Exception {
    String port = freePort();
    Path out = Files.createDirectories(keys.resolve(port));
    List<String> arguments =
        List.of("--home", Plans.HOME.toString(), "--out", out.toString(), "--serve", port);
    return new Server(java("cloakroom.stress.load.Engine", arguments), "127.0.0.1:" + port);
  }

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    keys = folder;
    makeKeys(folder);
    JMeterHome.prepare(Plans.HOME);
    ours = serve();
    stock = serveStock();
    ours.awaitOutput("\"serving\"");
    stock.awaitOutput("Bound to RMI registry");
  }

  private static void makeKeys(Path folder) throws Exception {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process made =
        new ProcessBuilder(
                (keytool
                        + " -genkeypair -alias rmi -keyalg EC -dname CN=test -keystore"
                        + " rmi_keystore.jks -storepass changeit -keypass changeit")
                    .split(" ", -1))
            .directory(folder.toFile())
            .start();
    assertThat(made.waitFor()).isZero();
  }

  private Server serveStock(String... properties) throws IOException {
    String port = freePort();
    List<String> arguments = new ArrayList<>(List.of("-s", "-j", "/dev/stdout"));
    arguments.add("-Jserver.rmi.port=" + port);
    arguments.addAll(List.of(properties));
    return new Server(java("org.apache.jmeter.NewDriver", arguments), "127.0.0.1:" + port);
  }

  @AfterAll
  void stop() {
    ours.kill();
    stock.kill();
  }

  private EngineProcess load(StubTier tier, Path out, String options, Server... engines)
      throws IOException {
    String names = String.join(",", Stream.of(engines).map(engine -> engine.name).toList());
    return load(out, names, ("-Jport=" + tier.port() + " -Jramp_s=0 " + options).split(" ", -1));
  }

  private EngineProcess load(Path out, String engines, String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--home", Plans.HOME.toString()));
    arguments.addAll(List.of("--plan", Plans.ADF_SESSION.toString(), "--out", out.toString()));
    arguments.addAll(List.of("--engines", engines));
    arguments.addAll(List.of(options));
    return EngineProcess.of(java("cloakroom.stress.load.Engine", arguments));
  }

  @Test
  void twoEngines_shareTheUsersAndTellAsOne(@TempDir Path out) throws Exception {
    String options =
        "-Jiterations=2 -Jusers=%d -Jthink_ms=%d -Jwarmup_users=2 -Jwarmup_iterations=1";
    try (StubTier tier = new StubTier();
        EngineProcess controller = load(tier, out, options.formatted(USERS, THINK), ours, stock)) {
      tier.refuses(
          seen -> seen.path().equals("/employees/commit") && !seen.warmUp(),
          new StubTier.Refusal(503, "poolExhausted"));
      int code = controller.exitCode();
      assertThat(code).as("%s", controller.events()).isZero();
      assertTold(controller.events());
      List<Row> rows = Samples.read(out.resolve("samples.jtl"));
      List<Row> measured = rows.stream().filter(row -> !row.isWarmUp()).toList();
      List<Row> requests = measured.stream().filter(row -> !row.isTransaction()).toList();
      assertThat(requests).as("as many as one engine makes").hasSize(REQUESTS);
      assertThat(requests)
          .allMatch(
              row -> row.succeeded() != row.get("tierError").equals("poolExhausted"),
              "any engine tells the errors of the tier");
      assertThat(requests.stream().filter(row -> !row.succeeded()).map(Row::label))
          .hasSize(USERS * 2)
          .containsOnly("employees commit");
      assertThat(rows.stream().filter(Row::isWarmUp)).hasSize(WARM_UP_REQUESTS + 2 * 2);
      assertThat(tier.seen.subList(0, WARM_UP_REQUESTS))
          .as("no engine measures before all have warmed up")
          .allMatch(StubTier.Seen::warmUp);
      assertThat(tier.seen.stream().map(StubTier.Seen::user).filter(user -> !user.isEmpty()))
          .containsOnly("1", "2", "3", "4", "5");
      assertThat(tier.seen.stream().map(StubTier.Seen::value).filter(value -> !value.isEmpty()))
          .doesNotHaveDuplicates()
          .allMatch(value -> value.matches("[uw][1-5]-[de]-[01]-\\d{6}"));
      assertDue(requests);
    }
  }

  private static void assertTold(List<JsonNode> events) {
    JsonNode told = events.stream().filter(e -> e.has("engines")).reduce((a, b) -> b).orElseThrow();
    assertThat(told.get("engines"))
        .hasSize(2)
        // of one machine, but JMeter's own clock follows the system's a few seconds late
        .allMatch(engine -> Math.abs(engine.get("offsetMs").asDouble()) < 1000)
        .allMatch(engine -> engine.get("cpuSeconds").asDouble() > 0)
        .extracting(engine -> engine.get("firstUser").asInt() + "+" + engine.get("users").asInt())
        .containsExactly("1+3", "4+2");
  }

  /** A stock engine does not report when requests were due. */
  private static void assertDue(List<Row> requests) {
    requests.stream()
        .collect(groupingBy(row -> row.get("threadName")))
        .forEach(
            (user, rows) -> {
              if (!user.matches("users 1-[1-3]")) {
                assertThat(rows).allMatch(row -> row.get("due").isEmpty());
                return;
              }
              for (int i = 1; i < rows.size(); i++) {
                long wait = rows.get(i - 1).label().endsWith("commit") ? THINK : 0;
                assertThat(rows.get(i).due()).isEqualTo(rows.get(i - 1).end() + wait);
              }
            });
  }

  @Test
  @Tag("full")
  void lostEngine_endsTheLoadAndIsTold(@TempDir Path out) throws Exception {
    try (StubTier tier = new StubTier()) {
      Server mortal = serve();
      mortal.awaitOutput("\"serving\"");
      String options = "-Jiterations=5000 -Jusers=2 -Jthink_ms=50 -Jwarmup_users=0";
      try (EngineProcess controller = load(tier, out, options, ours, mortal)) {
        controller.awaitOutput("\"activeUsers\":2");
        mortal.kill();
        assertThat(controller.exitCode()).isZero();
        List<JsonNode> events = controller.events();
        assertThat(events.stream().filter(e -> e.get("event").asText().equals("lost")))
            .singleElement()
            .matches(event -> event.get("engine").asText().equals(mortal.name));
        assertThat(events.get(events.size() - 1).get("cutShort").asBoolean()).isTrue();
      } finally {
        mortal.kill();
      }
    }
  }

  @Test
  void absentEngine_isRefusedInOneLine(@TempDir Path out) throws Exception {
    String nobody = "127.0.0.1:" + freePort();
    try (EngineProcess check = load(out, nobody)) {
      assertThat(refusal(check))
          .isEqualTo("--engines " + nobody + ": no JMeter engine answers: Connection refused");
    }
  }

  private static String refusal(EngineProcess controller) throws Exception {
    assertThat(controller.exitCode()).isEqualTo(2);
    return controller.events().stream()
        .filter(event -> event.path("event").asText().equals("failed"))
        .map(event -> event.path("message").asText())
        .reduce((a, b) -> a + "; " + b)
        .orElseThrow();
  }

  /** Starts a controller with the keys in {@code folder} that only connects to engines. */
  private EngineProcess contact(Path folder, String engines, String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--home", Plans.HOME.toString()));
    arguments.addAll(List.of("--out", folder.resolve("out").toString(), "--contact"));
    arguments.addAll(List.of("--engines", engines));
    arguments.addAll(List.of(options));
    ProcessBuilder controller = java("cloakroom.stress.load.Engine", arguments);
    return EngineProcess.of(controller.directory(folder.toFile()));
  }

  @Test
  void contact_engines_areReportedWithoutALoad() throws Exception {
    try (EngineProcess controller = contact(keys, ours.name + "," + stock.name)) {
      assertThat(controller.exitCode()).as("%s", controller.events()).isZero();
      assertThat(controller.events())
          .filteredOn(event -> event.path("event").asText().equals("engines"))
          .singleElement()
          .satisfies(
              event ->
                  assertThat(event.path("engines"))
                      .extracting(engine -> engine.path("reportsDueTime").asBoolean())
                      .containsExactly(true, false));
    }
  }

  @Test
  void contact_engineWithAnotherKey_isRejectedWithTheOption(@TempDir Path other) throws Exception {
    makeKeys(other);
    try (EngineProcess controller = contact(other, ours.name)) {
      assertThat(refusal(controller))
          .startsWith("--engines " + ours.name + ": cannot connect (")
          .endsWith(
              "--engine-keys: the engine requires the same key: copy "
                  + other.toRealPath().resolve("rmi_keystore.jks")
                  + " to its folder of keys, or use none for run and engine");
    }
  }

  @Test
  void contact_engineThatEncrypts_isRejectedWithoutKeys(@TempDir Path out) throws Exception {
    try (EngineProcess controller = contact(out, stock.name, "-Jserver.rmi.ssl.disable=true")) {
      assertThat(refusal(controller))
          .startsWith("--engines " + stock.name + ": cannot connect (")
          .contains("--engine-keys none requires an engine without encryption: start it with");
    }
  }

  @Test
  @Tag("full")
  void contact_engineWithoutEncryption_isRejectedWithKeys() throws Exception {
    Server plain = serveStock("-Jserver.rmi.ssl.disable=true");
    try {
      plain.awaitOutput("Bound to RMI registry");
      try (EngineProcess controller = contact(keys, plain.name)) {
        assertThat(refusal(controller))
            .contains("--engine-keys: the engine requires the same key: copy ");
      }
    } finally {
      plain.kill();
    }
  }

  @Test
  @Tag("full")
  void contact_engineOfAnotherVersion_isRejectedWithBoth() throws Exception {
    Server old = serveStock("-Jcloakroom.engine=0.0.1");
    try {
      old.awaitOutput("Bound to RMI registry");
      try (EngineProcess controller = contact(keys, old.name)) {
        assertThat(refusal(controller))
            .startsWith(
                "--engines "
                    + old.name
                    + ": is Cloakroom 0.0.1; start it with the stress.jar of this version, ");
      }
    } finally {
      old.kill();
    }
  }
}
