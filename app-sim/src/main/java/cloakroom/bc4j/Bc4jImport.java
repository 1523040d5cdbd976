package cloakroom.bc4j;

import cloakroom.bc4j.Bc4jConfiguration.ConfigurationEntry;
import cloakroom.bc4j.Bc4jImport.Bc4jFinding.LineKind;
import cloakroom.platform.Names;
import cloakroom.policy.JboProperty;
import cloakroom.policy.ReleasePolicy;
import cloakroom.policy.UnmodelledProperty;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One configuration of a file as a policy, and what became of each of its settings. Nothing in a
 * configuration makes the import fail: what cannot be followed is reported, and the base's value
 * stays.
 */
public final class Bc4jImport {
  private static final String POOLING = "AM-Pooling";

  private final Bc4jConfiguration configuration;
  private final List<Bc4jFinding> findings = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<JboProperty, String> values = new EnumMap<>(JboProperty.class);
  private final ReleasePolicy policy;

  /**
   * What became of one setting of the file.
   *
   * @param value its value; null where it may be a secret
   * @param where element and line
   * @param why the reason; empty where there is nothing to explain
   */
  public record Bc4jFinding(LineKind kind, String name, String value, String where, String why) {

    /** What can become of a setting. */
    public enum LineKind {
      TOOK_EFFECT("took effect"),
      ANYWAY("as Cloakroom does anyway"),
      /** it stands in the file a second time, further down */
      OVERRIDDEN("overridden further down"),
      /** it is not of the type that it must be; the value of the base stays */
      WRONG_VALUE("wrong value"),
      NOT_MODELLED("not modelled"),
      /** it is about the database's address, logging in or other things apart */
      IGNORED("ignored"),
      /** no setting of ADF's that is known here */
      UNKNOWN("unknown");

      private final String words;

      LineKind(String words) {
        this.words = words;
      }

      /** The heading in a listing. */
      public String words() {
        return words;
      }

      /** The key in JSON. */
      public String label() {
        return Names.camelCase(name());
      }
    }

    /** The setting as a line says it. */
    public String text() {
      return value == null ? name : name + "=" + value;
    }
  }

  /** Puts a configuration on top of a base, whose values stay where it is silent. */
  public Bc4jImport(Bc4jFile file, Bc4jConfiguration configuration, ReleasePolicy base) {
    this.configuration = configuration;
    noteTwins(file);
    lastOfEach().values().forEach(this::judge);
    this.policy = base.fromFile(values);
    notes.addAll(policy.notes());
  }

  /** Of configurations with the same name and bag, the last counts. */
  private void noteTwins(Bc4jFile file) {
    for (Bc4jConfiguration twin : file.configurations()) {
      if (!twin.equals(configuration) && twin.fullName().equals(configuration.fullName())) {
        notes.add(
            "%s of line %s stands in the file again: line %s counts"
                .formatted(configuration.fullName(), twin.line(), configuration.line()));
      }
    }
  }

  /** Of settings that stand there twice, the last counts: which one ADF takes is not published. */
  private Map<String, ConfigurationEntry> lastOfEach() {
    Map<String, ConfigurationEntry> last = new LinkedHashMap<>();
    for (ConfigurationEntry entry : configuration.entries()) {
      ConfigurationEntry earlier = last.put(entry.name(), entry);
      if (earlier != null) {
        find(LineKind.OVERRIDDEN, earlier, shown(earlier), "again in " + entry.where());
      }
    }
    return last;
  }

  /** Only what cannot be a secret is shown. */
  private static String shown(ConfigurationEntry entry) {
    boolean plain =
        JboProperty.named(entry.name())
                .filter(p -> p != JboProperty.INTERNAL_CONNECTION)
                .isPresent()
            || UnmodelledProperty.named(entry.name())
                .filter(other -> other.kind() == UnmodelledProperty.UnmodelledReason.NOT_MODELLED)
                .isPresent();
    return plain ? entry.value() : null;
  }

  private void judge(ConfigurationEntry entry) {
    JboProperty property = JboProperty.named(entry.name()).orElse(null);
    UnmodelledProperty other = UnmodelledProperty.named(entry.name()).orElse(null);
    if (property != null) {
      setting(property, entry);
    } else if (other == null) {
      find(LineKind.UNKNOWN, entry, null, unknown(entry.name()));
    } else if (other.kind() != UnmodelledProperty.UnmodelledReason.NOT_MODELLED) {
      find(LineKind.IGNORED, entry, null, other.reason());
    } else if (other.isMetBy(entry.value())) {
      find(LineKind.ANYWAY, entry, entry.value(), "");
    } else {
      find(LineKind.NOT_MODELLED, entry, entry.value(), other.reason());
      if ("jbo.ampool.isuseexclusive".equals(other.key())) {
        notes.add(
            configuration.fullName()
                + " is a shared configuration: in ADF its instances serve several sessions at once,"
                + " here each serves one, so its figures say nothing of ADF's");
      }
    }
  }

  private static String unknown(String name) {
    return name.startsWith("jbo.")
        ? UnmodelledProperty.nearest(name)
            .map(near -> "did you mean " + near + "?")
            .orElse("no setting of this name is known")
        : "an attribute of another product";
  }

  private void setting(JboProperty property, ConfigurationEntry entry) {
    if (property == JboProperty.INTERNAL_CONNECTION && !entry.value().isEmpty()) {
      // ADF's value is a URL or the name of a data source: either way, connections apart
      boolean shared = "shared".equals(entry.value());
      values.put(property, shared ? "shared" : "separate");
      find(
          LineKind.TOOK_EFFECT,
          entry,
          values.get(property),
          shared ? "" : "its address is not used: the size is set by --internal-pool-size");
      return;
    }
    try {
      values.put(property, property.check(entry.value()));
      find(LineKind.TOOK_EFFECT, entry, values.get(property), "");
      noteElement(property, entry);
    } catch (IllegalArgumentException e) {
      find(LineKind.WRONG_VALUE, entry, entry.value(), "expected " + property.choices());
    }
  }

  private void noteElement(JboProperty property, ConfigurationEntry entry) {
    boolean strange =
        switch (entry.element()) {
          case Bc4jConfiguration.ELEMENT, POOLING, "Custom" -> false;
          case "Database" -> isPoolSetting(property);
          default -> true;
        };
    if (strange) {
      notes.add(
          "%s stands in %s, where it does not belong, not in %s; it counts all the same"
              .formatted(entry.name(), entry.where(), POOLING));
    }
  }

  private static boolean isPoolSetting(JboProperty property) {
    return switch (property) {
      case RECYCLE_THRESHOLD, DO_FAILOVER, DO_CONNECTION_POOLING -> true;
      default -> property.key().startsWith("jbo.ampool.");
    };
  }

  private void find(LineKind kind, ConfigurationEntry entry, String value, String why) {
    findings.add(new Bc4jFinding(kind, entry.name(), value, entry.where(), why));
  }

  public Bc4jConfiguration configuration() {
    return configuration;
  }

  /** How many settings took effect and how many did not, in one line. */
  public String summary() {
    long effective =
        findings.stream()
            .filter(
                finding ->
                    finding.kind() == LineKind.TOOK_EFFECT || finding.kind() == LineKind.ANYWAY)
            .count();
    return "%s of %s settings of %s took effect; the command 'config' tells what became of each"
        .formatted(effective, findings.size(), configuration.fullName());
  }

  /** The base with the configuration on top. */
  public ReleasePolicy policy() {
    return policy;
  }

  /** What became of each setting, in the order of the file. */
  public List<Bc4jFinding> findings() {
    return findings;
  }

  /** What else the user should know, a line each. */
  public List<String> notes() {
    return notes;
  }
}
