package cloakroom.cli;

import cloakroom.app.ModulePlan;
import cloakroom.app.file.ApplicationFile;
import cloakroom.app.file.InspectedApplication;
import cloakroom.application.ApplicationDefinition;
import cloakroom.application.ApplicationDefinition.TableDefinition;
import cloakroom.application.PageDefinition;
import cloakroom.application.SessionDefinition;
import cloakroom.contract.TierOptions;
import cloakroom.tier.CommandErrors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "describe",
    description =
        "Shows an application, or makes an application file from a project of ADF Business"
            + " Components or from an inspector's file.")
final class DescribeCommand extends TextOrJsonCommand {
  @Option(names = TierOptions.APP, paramLabel = "APP")
  private String app;

  @Mixin private AdfProjectOptions adf;

  @Option(names = "--inspection-file", paramLabel = "FILE")
  private Path inspected;

  @Override
  public Integer call() {
    CommandErrors.refuseIf(
        Stream.of(app, adf.project, inspected).filter(Objects::nonNull).count() != 1,
        "describe requires one of --app APP, --adf-project DIR and --inspection-file FILE");
    CommandErrors.refuseIf(
        adf.queries != null && adf.project == null, "--queries requires --adf-project DIR");
    if (app != null) {
      ApplicationDefinition application = ApplicationFile.read(app);
      print(text(application), application);
    } else if (inspected != null) {
      adf.write(InspectedApplication.yaml(inspected), spec.commandLine().getOut());
    } else {
      adf.write(spec.commandLine().getOut(), spec.commandLine().getErr());
    }
    return 0;
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
