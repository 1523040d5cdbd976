package cloakroom.stress.process;

import cloakroom.testing.JarProcess;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Embedded database of the packaged tier for all tests of this JVM, started at first use. */
public final class SharedDatabase {
  /** Password that does not occur in any output by chance. */
  public static final String PASSWORD = "right-7f3e91-marker";

  private static final class Holder {
    static final JsonNode READY = start();
  }

  private SharedDatabase() {}

  private static JsonNode start() {
    try {
      List<String> command =
          List.of(
              JarProcess.java(),
              "-XX:TieredStopAtLevel=1",
              "-jar",
              JarProcess.jar("../app-sim/target/app-sim.jar"),
              "database",
              "--exit-with-parent",
              "--json");
      Path log = Files.createTempFile("cloakroom-shared-database", ".log");
      log.toFile().deleteOnExit();
      return ChildProcess.start(
              new ChildProcess.Launch(
                  "database", command, Map.of("CLOAKROOM_DB_PASSWORD", PASSWORD), log, null),
              event -> {})
          .await("ready", Duration.ofMinutes(3), new StopSignal());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String url() {
    return Holder.READY.path("url").asText();
  }

  public static String user() {
    return Holder.READY.path("user").asText();
  }

  public static String processId() {
    return Holder.READY.path("pid").asText();
  }
}
