package cloakroom.cli;

import cloakroom.bc4j.Bc4jFile.Bc4jConfiguration;
import cloakroom.bc4j.Bc4jImport;
import cloakroom.bc4j.Bc4jImport.Bc4jFinding;
import cloakroom.http.JsonText;
import cloakroom.policy.JboProperty;
import cloakroom.policy.ReleasePolicy;
import cloakroom.policy.UnmodelledProperty;
import cloakroom.tier.PolicyOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "config",
    description =
        "Prints every setting of a policy, with its value, choices, effect and source; with --bc4j"
            + " the effect of each setting of the file.")
final class ConfigCommand extends TextOrJsonCommand {
  @Mixin private PolicyOptions options;

  @Override
  public Integer call() {
    ReleasePolicy policy = options.checked();
    Optional<Bc4jImport> imported = options.imported();
    if (json) {
      Map<String, Object> all =
          JsonText.object(
              "policy", policy.name(),
              "settings", Stream.of(JboProperty.values()).map(p -> asMap(policy, p)).toList(),
              "notes", policy.notes(),
              "effects", policy.effects(),
              "others", UnmodelledProperty.ALL.stream().map(o -> asMap(o)).toList());
      imported.ifPresent(file -> all.put("bc4j", asMap(file)));
      print(JsonText.text(all));
    } else {
      imported.map(this::lines).orElseGet(() -> lines(policy)).forEach(this::print);
    }
    return 0;
  }

  private static List<String> lines(ReleasePolicy policy) {
    List<String> lines = new ArrayList<>();
    for (JboProperty property : JboProperty.values()) {
      lines.add(property.key() + "=" + policy.settings().get(property.key()));
      lines.add("    " + property.effect());
      String form = "    %s; default %s; source: %s";
      lines.add(form.formatted(property.choices(), property.defaultValue(), property.source()));
    }
    policy.notes().forEach(note -> lines.add("note: " + note));
    return lines;
  }

  private List<String> lines(Bc4jImport imported) {
    List<String> lines = new ArrayList<>();
    Bc4jConfiguration chosen = imported.configuration;
    String head = "configuration %s (%s, line %d)";
    lines.add(head.formatted(chosen.fullName(), options.bc4j, chosen.line()));
    for (Bc4jFinding.LineKind kind : Bc4jFinding.LineKind.values()) {
      List<Bc4jFinding> some = of(kind, imported);
      if (!some.isEmpty()) {
        lines.add(kind.heading());
      }
      for (Bc4jFinding finding : some) {
        String why = finding.why().isEmpty() ? "" : ": " + finding.why();
        lines.add(String.format("  %-42s %s%s", finding.text(), finding.where(), why));
      }
    }
    imported.notes.forEach(note -> lines.add("note: " + note));
    return lines;
  }

  private static List<Bc4jFinding> of(Bc4jFinding.LineKind kind, Bc4jImport imported) {
    return imported.findings.stream().filter(finding -> finding.kind() == kind).toList();
  }

  private static Map<String, Object> asMap(ReleasePolicy policy, JboProperty property) {
    return JsonText.object(
        "name", property.key(),
        "value", policy.settings().get(property.key()),
        "origin", policy.origin(property).label(),
        "default", property.defaultValue(),
        "choices", property.choices(),
        "effect", property.effect(),
        "source", property.source());
  }

  private static Map<String, Object> asMap(UnmodelledProperty other) {
    return JsonText.object(
        "name", other.key(),
        "kind", other.kind().name(),
        "sameAs", other.sameAs().orElse(null),
        "reason", other.reason());
  }

  private Map<String, Object> asMap(Bc4jImport imported) {
    Bc4jConfiguration chosen = imported.configuration;
    Map<String, Object> all =
        JsonText.object(
            "file", options.bc4j.toString(),
            "bag", chosen.bag(),
            "configuration", chosen.name(),
            "line", chosen.line());
    for (Bc4jFinding.LineKind kind : Bc4jFinding.LineKind.values()) {
      all.put(kind.jsonKey(), of(kind, imported));
    }
    all.put("notes", imported.notes);
    return all;
  }
}
