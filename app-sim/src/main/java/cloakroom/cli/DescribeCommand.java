package cloakroom.cli;

import cloakroom.app.ModulePlan;
import cloakroom.app.file.ApplicationFile;
import cloakroom.app.file.InspectedApplication;
import cloakroom.application.ApplicationDefinition;
import cloakroom.application.ApplicationDefinition.TableDefinition;
import cloakroom.application.PageDefinition;
import cloakroom.application.SessionDefinition;
import cloakroom.bc4j.AdfApplication;
import cloakroom.contract.TierOptions;
import cloakroom.platform.OneLine;
import cloakroom.tier.CommandErrors;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "describe",
    description =
        "Shows an application, or makes an application file from a project of ADF Business"
            + " Components or from an inspector's file.")
final class DescribeCommand extends TextOrJsonCommand {
  @Option(names = TierOptions.APP, paramLabel = "APP")
  private String app;

  @Option(names = "--adf-project", paramLabel = "DIR")
  private Path project;

  @Option(names = "--inspection-file", paramLabel = "FILE")
  private Path inspected;

  @Option(names = "--out", paramLabel = "FILE")
  private Path out;

  @Override
  public Integer call() {
    CommandErrors.refuseIf(
        Stream.of(app, project, inspected).filter(Objects::nonNull).count() != 1,
        "describe requires one of --app APP, --adf-project DIR and --inspection-file FILE");
    if (app != null) {
      ApplicationDefinition application = ApplicationFile.read(app);
      print(text(application), application);
    } else if (inspected != null) {
      write(InspectedApplication.yaml(inspected));
    } else {
      AdfApplication application = AdfApplication.read(project);
      write(application.yaml());
      printNotMapped(application.findings());
    }
    return 0;
  }

  private void printNotMapped(List<String> findings) {
    PrintWriter errors = spec.commandLine().getErr();
    if (!findings.isEmpty()) {
      errors.println("not mapped (%d):".formatted(findings.size()));
      findings.forEach(finding -> errors.println("  " + finding));
    }
    errors.flush();
  }

  /** Writes an application file to {@code --out}, by default to standard output. */
  private void write(String yaml) {
    if (out == null) {
      spec.commandLine().getOut().print(yaml);
      spec.commandLine().getOut().flush();
      return;
    }
    try {
      Files.writeString(out, yaml, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw new IllegalArgumentException(
          "--out " + out + ": the file exists; choose another name", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--out " + out + ": cannot be written: " + OneLine.why(e), e);
    }
  }

  private static String text(ApplicationDefinition application) {
    List<String> lines = new ArrayList<>(List.of("application " + application.name()));
    for (TableDefinition table : application.tables()) {
      lines.add("table %s: %s".formatted(table.qualified(), table.written() ? "written" : "read"));
    }
    application
        .modules()
        .forEach(
            (name, module) ->
                lines.add(
                    "module %s: %d view objects, about %,d bytes of state as XML"
                        .formatted(
                            name, module.views().size(), ModulePlan.of(module).stateBytes())));
    for (PageDefinition page : application.pages().values()) {
      lines.add(
          "page %s of %s: shows %s.%s, steps %s"
              .formatted(
                  page.name(),
                  page.module(),
                  page.view(),
                  page.attribute(),
                  String.join(", ", page.steps().keySet())));
    }
    int all = application.sessions().values().stream().mapToInt(SessionDefinition::weight).sum();
    for (SessionDefinition session : application.sessions().values()) {
      lines.add(
          "session %s: weight %d of %d, %d visits"
              .formatted(session.name(), session.weight(), all, session.visits().size()));
    }
    return String.join(System.lineSeparator(), lines);
  }
}
