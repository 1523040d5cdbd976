package cloakroom.stress.settings;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.process.SharedDatabase;
import cloakroom.stress.trial.RunnerProcess;
import cloakroom.testing.JarProcess;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class RemoteTargetsIT {
  private static final Map<String, String> PASSWORD =
      Map.of("CLOAKROOM_DB_PASSWORD", SharedDatabase.PASSWORD);

  private static final class Program extends JarProcess {
    Program(Map<String, String> environment, String jar, String arguments) throws IOException {
      super(started(environment, command(jar, arguments.split(" ", -1))), RunnerProcess.MINUTES);
    }

    private static Process started(Map<String, String> environment, List<String> command)
        throws IOException {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(environment);
      return builder.start();
    }

    boolean isAlive() {
      return process.isAlive();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The log of the database is in the run folder, so no folder means no database. */
  @Test
  void run_engineWithAnotherKey_isRejectedBeforeAnythingStarts(@TempDir Path out) throws Exception {
    int port = freePort();
    Path runs = out.resolve("runs");
    Path other = out.resolve("other");
    new EngineKeys(out).make();
    new EngineKeys(other).make();
    Program engine =
        new Program(
            Map.of(),
            "target/stress.jar",
            "engine --port %d --engine-keys %s".formatted(port, out));
    try {
      engine.awaitOutput("engine at");
      String run = "--engines 127.0.0.1:%d --engine-keys %s --policies noop".formatted(port, other);
      RunnerProcess runner = RunnerProcess.start(runs, Map.of(), run.split(" ", -1));

      assertThat(runner.exitCode()).isEqualTo(2);
      assertThat(runner.errors())
          .last()
          .asString()
          .contains("--engines 127.0.0.1:" + port, "copy " + other.resolve("rmi_keystore.jks"));
      assertThat(runs).isDirectoryNotContaining("glob:**/adf-session_*");
    } finally {
      engine.kill();
    }
  }

  @Test
  void run_externalTierAndEngine_areMeasuredAndKeepRunning(@TempDir Path out) throws Exception {
    int port = freePort();
    int admin = freePort();
    int engine = freePort();
    new EngineKeys(out).make();
    String database = " --url " + SharedDatabase.url() + " --user " + SharedDatabase.user();
    String node = "serve --json --port %d --admin-port %d --store memory".formatted(port, admin);
    String waits = "engine --port %d --engine-keys %s".formatted(engine, out);
    Program tier = new Program(PASSWORD, "../app-sim/target/app-sim.jar", node + database);
    Program generator = new Program(Map.of(), "target/stress.jar", waits);
    try {
      tier.awaitOutput("\"ready\"");
      generator.awaitOutput("engine at");
      String run =
          "--targets http://127.0.0.1:%d#%d --engines 127.0.0.1:%d --engine-keys %s --users 2"
                  .formatted(port, admin, engine, out)
              + " --iterations 2 --think 20ms --ramp 0s --warm-up 2x1 --no-dashboard";
      RunnerProcess runner =
          RunnerProcess.start(out.resolve("runs"), PASSWORD, (run + database).split(" ", -1));

      runner.exitCode(); // the generator may have been late
      JsonNode summary = runner.summary();
      assertThat(summary.path("consistent").asBoolean())
          .as(runner.output() + runner.errors())
          .isTrue();
      assertThat(summary.path("trials")).hasSize(1);
      for (JsonNode trial : summary.path("trials")) {
        assertThat(trial.path("policy").asText()).isEqualTo("sticky");
        assertThat(trial.path("requests").asInt()).isEqualTo(2 * (2 + 2 * 2 * 2 + 1));
        assertThat(trial.path("errors")).allMatch(count -> count.asInt() == 0);
      }
      assertThat(tier.isAlive()).isTrue();
      assertThat(generator.isAlive()).isTrue();
    } finally {
      generator.kill();
      tier.kill();
    }
    RunnerProcess.assertThatNoFileHolds(
        SharedDatabase.PASSWORD, Path.of("target/engines/" + engine));
  }
}
