package cloakroom.cli;

import cloakroom.bc4j.AdfApplication;
import cloakroom.platform.OneLine;
import cloakroom.tier.CommandErrors;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import picocli.CommandLine.Option;

/** Options that make an application file from a project of ADF Business Components. */
final class AdfProjectOptions {
  @Option(names = "--adf-project", paramLabel = "DIR")
  Path project;

  @Option(names = "--queries", paramLabel = "SCHEMA")
  String queries;

  @Option(names = "--out", paramLabel = "FILE")
  Path out;

  /**
   * Writes the application file to {@code --out}, by default to standard output, and what is not
   * mapped to standard error.
   */
  void write(PrintWriter output, PrintWriter errors) {
    CommandErrors.refuseIf(
        queries != null && !queries.matches("[A-Za-z][A-Za-z0-9_$#]{0,59}"),
        "--queries %s: must be the schema of the project's tables",
        queries);
    AdfApplication application = AdfApplication.read(project, queries);
    write(application.yaml(), output);
    List<String> findings = application.findings();
    if (!findings.isEmpty()) {
      errors.println("not mapped (%d):".formatted(findings.size()));
      findings.forEach(finding -> errors.println("  " + finding));
    }
    errors.flush();
  }

  /** Writes an application file to {@code --out}, by default to standard output. */
  void write(String yaml, PrintWriter output) {
    if (out == null) {
      output.print(yaml);
      output.flush();
    } else {
      create(yaml);
    }
  }

  private void create(String yaml) {
    try {
      Files.writeString(out, yaml, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw new IllegalArgumentException(
          "--out " + out + ": the file exists; choose another name", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--out " + out + ": cannot be written: " + OneLine.why(e), e);
    }
  }
}
