package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import cloakroom.cli.Packaged.Ended;
import cloakroom.database.Await;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packaged command with the real Testcontainers, without Docker or with a fake daemon. */
@Tag("full")
final class OracleDatabaseIT {
  private static final String SECRET = "marker-8812";

  /** Longer than any test. */
  private static final Map<String, String> PATIENT =
      Map.of("CLOAKROOM_ORACLE_START_TIMEOUT", "60m");

  private static Ended database(Map<String, String> environment, String... more) throws Exception {
    return Packaged.end(command(environment, more));
  }

  private static ProcessBuilder command(Map<String, String> environment, String... more) {
    ProcessBuilder builder = Packaged.command("database", "--db", "oracle");
    builder.command().addAll(List.of(more));
    builder.environment().remove("DOCKER_HOST");
    builder.environment().putAll(environment);
    return builder;
  }

  /** Without DOCKER_HOST, and with a server that never responds. */
  @Test
  void noDocker_isOneLineAtOnce() throws Exception {
    Assumptions.assumeFalse(
        database(Map.of(), "--validate-only").code() == 0, "Docker is here: nothing to refuse");
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      for (String port : List.of("", Integer.toString(silent.getLocalPort()))) {
        Map<String, String> environment = new HashMap<>(Map.of("CLOAKROOM_DB_PASSWORD", SECRET));
        String found = "DOCKER_HOST is not set";
        if (!port.isEmpty()) {
          environment.put("DOCKER_HOST", "tcp://127.0.0.1:" + port);
          found = "DOCKER_HOST=tcp://127.0.0.1:" + port + " does not respond";
        }

        Ended ended = database(environment, "--json");

        assertThat(ended.out()).isEmpty();
        assertFails(ended)
            .startsWith("app-sim database: no Docker to run Oracle in (" + found)
            .contains("--url jdbc:oracle:thin:@//HOST:PORT/SERVICE", "install and start Docker")
            .endsWith("or set DOCKER_HOST");
      }
    }
  }

  private static AbstractStringAssert<?> assertFails(Ended ended) {
    assertThat(ended.code()).isEqualTo(2);
    return assertThat(ended.err()).singleElement(STRING).doesNotContain(SECRET);
  }

  private static Map<String, String> before(FakeDocker docker, Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("DOCKER_HOST", docker.host());
    environment.put("TESTCONTAINERS_RYUK_DISABLED", "true");
    environment.put("TESTCONTAINERS_CHECKS_DISABLE", "true");
    environment.put("CLOAKROOM_DB_PASSWORD", SECRET);
    return environment;
  }

  @Test
  void container_isOrderedOnLoopback_withoutTheUsersPassword_andRemoved() throws Exception {
    String image = "mirror:5000/oracle-xe:21-slim-faststart";
    try (FakeDocker docker = new FakeDocker("CONTAINER: starting up...\nunpacking\n", false)) {
      Ended ended =
          database(
              before(
                  docker,
                  Map.of("CLOAKROOM_ORACLE_IMAGE", image, "CLOAKROOM_ORACLE_START_TIMEOUT", "2s")));

      assertFails(ended)
          .contains("was not ready after 2 s")
          .endsWith("; its last lines: CONTAINER: starting up... | unpacking");
      JsonNode order = docker.order();
      assertThat(order.at("/HostConfig/PortBindings/1521~1tcp/0/HostIp").asText())
          .isEqualTo("127.0.0.1");
      assertThat(order.at("/HostConfig/PortBindings")).hasSize(1);
      assertThat(order.at("/ExposedPorts")).hasSize(1);
      assertThat(order.at("/Env").toString())
          .contains("ORACLE_PASSWORD=")
          .doesNotContain("APP_USER");
      assertThat(order.toString() + ended).doesNotContain(SECRET);
      String administrator = order.at("/Env/0").asText().replaceFirst(".*=", "");
      assertThat(ended.toString()).doesNotContain(administrator);
      assertThat(docker.requests()).anyMatch(request -> request.startsWith("DELETE /containers/"));
    }
  }

  @Test
  void containerThatEnds_isToldAtOnce() throws Exception {
    try (FakeDocker docker = new FakeDocker("ORA-27104: no memory\n", true)) {
      Ended ended = database(before(docker, PATIENT));

      assertFails(ended)
          .contains("ended while Oracle started in it; its last lines: ORA-27104: no memory");
    }
  }

  /** An unknown image, and a registry that the daemon cannot reach. */
  @ParameterizedTest
  @CsvSource({"missing, no such thing", "unreachable, network is unreachable"})
  void imageThatCannotBePulled_isReportedOnceWithTheCause(String registry, String cause)
      throws Exception {
    String image = registry + "/oracle-free:1";
    try (FakeDocker docker = new FakeDocker("", false)) {
      Ended ended = database(before(docker, Map.of("CLOAKROOM_ORACLE_IMAGE", image)));

      assertFails(ended)
          .startsWith("app-sim database: cannot start a container of " + image + " (")
          .contains(cause, "choose another image with CLOAKROOM_ORACLE_IMAGE");
      assertThat(docker.requests()).containsOnlyOnce("POST /images/create");
    }
  }

  @Test
  void reuseThatIsNotAllowed_saysHowItIs() throws Exception {
    try (FakeDocker docker = new FakeDocker("", false)) {
      Ended ended = database(before(docker, Map.of("CLOAKROOM_ORACLE_REUSE", "true")));

      assertFails(ended)
          .contains("TESTCONTAINERS_REUSE_ENABLE=true", "testcontainers.reuse.enable=true");
      assertThat(docker.order()).isNull();
    }
  }

  @Test
  void reusedContainer_stays() throws Exception {
    try (FakeDocker docker = new FakeDocker("unpacking\n", false)) {
      Map<String, String> environment =
          before(docker, Map.of("CLOAKROOM_ORACLE_START_TIMEOUT", "1s"));
      environment.put("TESTCONTAINERS_REUSE_ENABLE", "true");
      environment.put("CLOAKROOM_ORACLE_REUSE", "true");
      database(environment);
      JsonNode first = docker.order();
      database(environment);

      assertThat(first.at("/Labels/org.testcontainers.hash").asText())
          .isNotEmpty()
          .isEqualTo(docker.order().at("/Labels/org.testcontainers.hash").asText());
      assertThat(docker.requests()).noneMatch(request -> request.startsWith("DELETE "));
    }
  }

  @Test
  void sigterm_inMidStart_removesTheContainer() throws Exception {
    try (FakeDocker docker = new FakeDocker("unpacking\n", false)) {
      Process process = command(before(docker, PATIENT), "--json").start();
      Await.until(
          "the container's log is read",
          () -> docker.requests().stream().anyMatch(request -> request.endsWith("/logs")));

      process.toHandle().destroy(); // Process.destroy() would close the pipes too

      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      List<String> out = text.lines().toList();
      assertThat(process.waitFor()).isZero();
      assertThat(out).last().isEqualTo("{\"event\":\"stopped\"}");
      assertThat(docker.requests()).anyMatch(request -> request.startsWith("DELETE /containers/"));
    }
  }
}
