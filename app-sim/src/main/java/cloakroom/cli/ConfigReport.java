package cloakroom.cli;

import cloakroom.bc4j.Bc4jImport;
import cloakroom.bc4j.Bc4jImport.Bc4jFinding;
import cloakroom.module.JboProperty;
import cloakroom.module.OtherProperty;
import cloakroom.module.ReleasePolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A policy's settings, and what became of a file's, as text and as a map for JSON. */
final class ConfigReport {
  private final ReleasePolicy policy;

  ConfigReport(ReleasePolicy policy) {
    this.policy = policy;
  }

  /** Every setting: value, effect and source, default and choices. */
  List<String> settings() {
    List<String> lines = new ArrayList<>();
    for (JboProperty property : JboProperty.values()) {
      lines.add(assignment(property));
      lines.add("    " + property.effect());
      lines.add(
          "    "
              + property.choices()
              + "; default "
              + property.defaultValue()
              + "; source: "
              + property.source());
    }
    lines.addAll(notes(policy.notes()));
    return lines;
  }

  private String assignment(JboProperty property) {
    return property.key() + "=" + value(property);
  }

  private String value(JboProperty property) {
    return policy.settings().get(property.key());
  }

  /** What ADF has and Cloakroom has not, with the reason. */
  static List<String> others() {
    return Arrays.stream(OtherProperty.values())
        .map(other -> String.format("%-42s%s", other.key(), other.reason()))
        .toList();
  }

  /** What became of each setting of the file, by kind. */
  static List<String> imported(Path file, Bc4jImport imported) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "configuration "
            + imported.configuration().fullName()
            + " ("
            + file
            + ", line "
            + imported.configuration().line()
            + ")");
    for (Bc4jFinding.Kind kind : Bc4jFinding.Kind.values()) {
      List<Bc4jFinding> some = of(kind, imported);
      if (!some.isEmpty()) {
        lines.add(kind.words());
        some.forEach(finding -> lines.add("  " + line(finding)));
      }
    }
    lines.addAll(notes(imported.notes()));
    return lines;
  }

  private static List<Bc4jFinding> of(Bc4jFinding.Kind kind, Bc4jImport imported) {
    return imported.findings().stream().filter(finding -> finding.kind() == kind).toList();
  }

  private static String line(Bc4jFinding finding) {
    String why = finding.why().isEmpty() ? "" : ": " + finding.why();
    return String.format("%-42s %s%s", finding.text(), finding.where(), why);
  }

  private static List<String> notes(List<String> notes) {
    return notes.stream().map(note -> "note: " + note).toList();
  }

  /** Everything, for JSON. */
  Map<String, Object> asMap() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("policy", policy.name());
    all.put("settings", Arrays.stream(JboProperty.values()).map(this::asMap).toList());
    all.put("notes", policy.notes());
    all.put("others", Arrays.stream(OtherProperty.values()).map(ConfigReport::asMap).toList());
    return all;
  }

  private Map<String, Object> asMap(JboProperty property) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", property.key());
    entry.put("value", value(property));
    entry.put("origin", policy.origin(property).label());
    entry.put("default", property.defaultValue());
    entry.put("choices", property.choices());
    entry.put("effect", property.effect());
    entry.put("source", property.source());
    return entry;
  }

  private static Map<String, Object> asMap(OtherProperty other) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", other.key());
    entry.put("kind", other.kind().name());
    entry.put("sameAs", other.sameAs().orElse(null));
    entry.put("reason", other.reason());
    return entry;
  }

  /** What became of the file, for JSON. */
  static Map<String, Object> asMap(Path file, Bc4jImport imported) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("file", file.toString());
    all.put("bag", imported.configuration().bag());
    all.put("configuration", imported.configuration().name());
    all.put("line", imported.configuration().line());
    for (Bc4jFinding.Kind kind : Bc4jFinding.Kind.values()) {
      all.put(kind.label(), of(kind, imported).stream().map(ConfigReport::asMap).toList());
    }
    all.put("notes", imported.notes());
    return all;
  }

  private static Map<String, Object> asMap(Bc4jFinding finding) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", finding.name());
    entry.put("value", finding.value());
    entry.put("where", finding.where());
    entry.put("why", finding.why());
    return entry;
  }
}
