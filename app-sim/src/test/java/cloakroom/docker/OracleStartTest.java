package cloakroom.docker;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.OracleImage;
import cloakroom.docker.ScriptSandbox.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What runs at Oracle's first start, against a SQL*Plus that writes down what it is told. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs a shell")
final class OracleStartTest {
  private static final Path SCRIPT = DockerFolder.HERE.resolve("oracle/10-schema.sh");
  private static final Path SQL = Path.of("..", "sql", "oracle").toAbsolutePath().normalize();
  private static final Map<String, String> ENVIRONMENT =
      Map.of("CLOAKROOM_SQL", SQL.toString(), "APP_USER", "scott", "APP_USER_PASSWORD", "tiger-1");

  @TempDir private Path folder;
  private ScriptSandbox sandbox;

  @BeforeEach
  void provideTheShell() throws IOException {
    sandbox = new ScriptSandbox(folder);
    sandbox.provide("bash");
    sandbox.provide("cat");
  }

  private static List<String> createScripts() throws IOException {
    try (var scripts = Files.list(SQL)) {
      return scripts
          .filter(script -> script.getFileName().toString().matches("[0-9].*\\.sql"))
          .map(script -> "@" + script)
          .filter(script -> !script.endsWith("-drop.sql"))
          .sorted()
          .toList();
    }
  }

  /** The same release; a container without a volume takes the one with its database unpacked. */
  @Test
  void image_isInStepWithThatOfTheCommand() {
    assertThat(DockerFolder.compose().at("/services/oracle/image").asText() + "-faststart")
        .isEqualTo(OracleImage.DEFAULT.name());
  }

  @Test
  void createScripts_areRunInOrder_withNoPasswordOnACommandLine() throws Exception {
    sandbox.tool("sqlplus", "#!/bin/sh\necho \"args $*\" >>\"$CALLS\"\ncat >>\"$CALLS\"\n");

    Ended ended = sandbox.run(ENVIRONMENT, SCRIPT);

    assertThat(ended.errors()).isEmpty();
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).doesNotContain("tiger-1");
    assertThat(sandbox.calls())
        .contains("connect scott/\"tiger-1\"@//localhost:1521/FREEPDB1")
        .filteredOn(line -> line.startsWith("args"))
        .containsOnly("args -S -L /nolog");
    assertThat(sandbox.calls())
        .filteredOn(line -> line.startsWith("@"))
        .containsExactlyElementsOf(createScripts());
  }

  @Test
  void scriptThatFails_endsTheInstallation() throws Exception {
    sandbox.tool("sqlplus", "#!/bin/sh\necho called >>\"$CALLS\"\nexit 1\n");

    assertThat(sandbox.run(ENVIRONMENT, SCRIPT).code()).isEqualTo(1);
    assertThat(sandbox.calls()).containsExactly("called");
  }

  @Test
  void scriptsOfTheAdministrator_areWhereTheSchemaIsMounted() throws Exception {
    String mounted = "@/opt/cloakroom/sql/";
    List<Path> scripts =
        Files.readAllLines(DockerFolder.HERE.resolve("oracle/20-server-types.sql")).stream()
            .filter(line -> line.startsWith("@"))
            .map(line -> SQL.resolve(line.substring(mounted.length())))
            .toList();

    assertThat(DockerFolder.compose().at("/services/oracle/volumes").toString())
        .contains("../sql/oracle:/opt/cloakroom/sql:ro");
    assertThat(scripts).hasSize(3).allMatch(Files::isRegularFile);
  }
}
