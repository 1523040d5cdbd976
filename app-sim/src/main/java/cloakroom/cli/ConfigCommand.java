package cloakroom.cli;

import cloakroom.module.JboProperty;
import cloakroom.module.Preset;
import cloakroom.module.ReleasePolicy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows every setting of a policy: its value, what it may be, what it does and the source. */
@Command(
    name = "config",
    description = "Shows every setting of a policy, with its value, choices, effect and source.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class ConfigCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--policy", paramLabel = "P", defaultValue = "sticky", description = "Which.")
  private String policy;

  @Option(names = "--set", paramLabel = "NAME=VALUE", description = "On top of the policy.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Override
  public Integer call() {
    Map<String, String> values = checked().settings();
    for (JboProperty property : JboProperty.values()) {
      System.out.printf("%s=%s%n", property.key(), values.get(property.key()));
      System.out.printf("    %s%n", property.rule());
      System.out.printf("    default %s; %s%n", property.defaultValue(), property.choices());
    }
    return 0;
  }

  private ReleasePolicy checked() {
    try {
      return Preset.named(policy).policy().with(settings);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
