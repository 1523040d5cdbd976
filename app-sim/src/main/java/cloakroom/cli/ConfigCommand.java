package cloakroom.cli;

import cloakroom.contract.TierOptions;
import cloakroom.http.JsonText;
import cloakroom.module.ReleasePolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Shows every setting of a policy: its value, what it may be, what it does and the source; or what
 * became of each setting of a {@code bc4j.xcfg}.
 */
@Command(
    name = "config",
    description =
        "Shows every setting of a policy, with its value, choices, effect and source; with --bc4j"
            + " what became of each setting of a file.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class ConfigCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PolicyOptions options;

  @Option(names = TierOptions.JSON, description = "Print everything as one JSON object.")
  private boolean json;

  @Option(names = "--others", description = "List what ADF has and Cloakroom does not, and why.")
  private boolean others;

  @Override
  public Integer call() {
    ReleasePolicy policy = checked();
    if (json) {
      print(List.of(JsonText.text(asMap(new ConfigReport(policy)))));
    } else if (others) {
      print(ConfigReport.others());
    } else {
      print(
          options
              .imported()
              .map(imported -> ConfigReport.imported(options.bc4j, imported))
              .orElseGet(() -> new ConfigReport(policy).settings()));
    }
    return 0;
  }

  private Map<String, Object> asMap(ConfigReport report) {
    Map<String, Object> all = report.asMap();
    options
        .imported()
        .ifPresent(imported -> all.put("bc4j", ConfigReport.asMap(options.bc4j, imported)));
    return all;
  }

  private void print(List<String> lines) {
    lines.forEach(spec.commandLine().getOut()::println);
    spec.commandLine().getOut().flush();
  }

  private ReleasePolicy checked() {
    try {
      return options.checked();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
