package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.file.ApplicationFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Output, errors and exit codes of {@code describe --adf-project}. */
class DescribeCommandTest {
  private static final String PROJECT = "src/test/resources/adf/orders-11.1.1";
  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();
  @TempDir private Path folder;

  private int describe(String... options) {
    CommandLine program = AppSim.commandLine();
    program.setOut(new PrintWriter(output)).setErr(new PrintWriter(errors));
    String[] arguments = new String[options.length + 1];
    arguments[0] = "describe";
    System.arraycopy(options, 0, arguments, 1, options.length);
    return program.execute(arguments);
  }

  @Test
  void describe_project_printsYamlAndWhatIsNotMapped() {
    assertThat(describe("--adf-project", PROJECT)).isZero();

    assertThat(output.toString()).contains("application: orders_11_1_1\n", "# Not mapped:\n");
    assertThat(errors.toString()).startsWith("not mapped (").contains("LinesView.xml:8: ");
  }

  @Test
  void describe_out_isNeverOverwritten() throws IOException {
    Path file = folder.resolve("an app.yaml");

    assertThat(describe("--adf-project", PROJECT, "--out", file.toString())).isZero();
    assertThat(output.toString()).isEmpty();
    assertThat(ApplicationFile.read(file.toString()).pages()).containsOnlyKeys("OrderModule");

    String before = Files.readString(file);
    assertThat(describe("--adf-project", PROJECT, "--out", file.toString())).isEqualTo(2);
    assertThat(errors.toString()).contains("the file exists; choose another name");
    assertThat(file).hasContent(before);
  }

  @Test
  void describe_wrongUse_isRejected() {
    assertThat(describe()).isEqualTo(2);
    assertThat(describe("--adf-project", folder.resolve("none").toString())).isEqualTo(2);
    assertThat(errors.toString())
        .contains(
            "requires one of --app APP, --adf-project DIR and --inspection-file FILE",
            "must be a folder");
  }
}
