package cloakroom.cli;

import cloakroom.contract.TierOptions;
import cloakroom.http.JsonText;
import cloakroom.module.Preset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the policies that have a name. */
@Command(
    name = "policies",
    description = "Lists the policies.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class PoliciesCommand implements Callable<Integer> {
  @Option(names = TierOptions.JSON, description = "Print a JSON array.")
  private boolean json;

  @Override
  public Integer call() {
    if (json) {
      System.out.println(JsonText.text(presets()));
    } else {
      for (Preset preset : Preset.values()) {
        System.out.printf("%-22s%s%n", preset.policyName(), preset.words());
      }
    }
    return 0;
  }

  private static List<Map<String, String>> presets() {
    return Arrays.stream(Preset.values()).map(PoliciesCommand::preset).toList();
  }

  private static Map<String, String> preset(Preset preset) {
    Map<String, String> entry = new LinkedHashMap<>();
    entry.put("name", preset.policyName());
    entry.put("words", preset.words());
    return entry;
  }
}
