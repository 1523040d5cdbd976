package cloakroom.cli;

import cloakroom.http.JsonText;
import cloakroom.policy.Preset;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

@Command(name = "policies", description = "Lists the policies.")
final class PoliciesCommand extends TextOrJsonCommand {
  @Override
  public Integer call() {
    List<Preset> all = List.of(Preset.values());
    print(
        all.stream()
            .map(each -> String.format("%-22s%s", each.policyName(), each.description()))
            .collect(Collectors.joining(System.lineSeparator())),
        all.stream()
            .map(each -> JsonText.object("name", each.policyName(), "words", each.description()))
            .toList());
    return 0;
  }
}
