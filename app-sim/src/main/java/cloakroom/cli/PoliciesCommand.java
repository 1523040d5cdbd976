package cloakroom.cli;

import cloakroom.contract.TierOptions;
import cloakroom.http.JsonText;
import cloakroom.module.Preset;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the policies that have a name. */
@Command(name = "policies", description = "Lists the policies.")
final class PoliciesCommand implements Callable<Integer> {
  @Option(names = TierOptions.JSON)
  private boolean json;

  @Override
  public Integer call() {
    if (json) {
      System.out.println(
          JsonText.text(
              Arrays.stream(Preset.values())
                  .map(each -> JsonText.object("name", each.policyName(), "words", each.words()))
                  .toList()));
    } else {
      for (Preset preset : Preset.values()) {
        System.out.printf("%-22s%s%n", preset.policyName(), preset.words());
      }
    }
    return 0;
  }
}
