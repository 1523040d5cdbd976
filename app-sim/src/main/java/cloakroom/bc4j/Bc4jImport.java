package cloakroom.bc4j;

import cloakroom.bc4j.Bc4jFile.Bc4jConfiguration;
import cloakroom.bc4j.Bc4jFile.ConfigurationEntry;
import cloakroom.bc4j.Bc4jImport.Bc4jFinding.LineKind;
import cloakroom.platform.Names;
import cloakroom.policy.JboProperty;
import cloakroom.policy.ReleasePolicy;
import cloakroom.policy.UnmodelledProperty;
import cloakroom.policy.UnmodelledProperty.UnmodelledReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Import of one configuration of a file: the resulting policy, and the result of each setting. No
 * setting makes the import fail: one that cannot be applied is reported, and the value of the base
 * policy remains.
 */
public final class Bc4jImport {
  private static final String POOLING = "AM-Pooling";

  private final Bc4jConfiguration configuration;
  private final List<Bc4jFinding> findings = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<JboProperty, String> values = new EnumMap<>(JboProperty.class);
  private final ReleasePolicy policy;

  /**
   * Result of one setting of the file.
   *
   * @param value value; null if it may be a secret
   * @param where element and line
   * @param why reason; empty if there is nothing to explain
   */
  public record Bc4jFinding(LineKind kind, String name, String value, String where, String why) {
    /** Kind of result, in the order of a listing. */
    public enum LineKind {
      TOOK_EFFECT("took effect"),
      ANYWAY("equals the built-in behaviour"),
      OVERRIDDEN("overridden by a later line"),
      WRONG_VALUE("wrong value"),
      NOT_MODELLED("not modelled"),
      /** it concerns the database's address, authentication or other topics */
      IGNORED("ignored"),
      UNKNOWN("unknown");

      private final String heading;

      LineKind(String heading) {
        this.heading = heading;
      }

      public String heading() {
        return heading;
      }

      public String jsonKey() {
        return Names.camelCase(name());
      }
    }

    public String text() {
      return value == null ? name : name + "=" + value;
    }
  }

  /** Applies a configuration to a base, whose values remain where the configuration has none. */
  public Bc4jImport(Bc4jFile file, Bc4jConfiguration configuration, ReleasePolicy base) {
    this.configuration = configuration;
    noteDuplicates(file);
    lastEntries().values().forEach(this::apply);
    this.policy = base.fromFile(values);
    notes.addAll(policy.notes());
  }

  private void noteDuplicates(Bc4jFile file) {
    for (Bc4jConfiguration other : file.configurations()) {
      if (!other.equals(configuration) && other.fullName().equals(configuration.fullName())) {
        notes.add(
            "%s is defined in line %s and in line %s, which takes effect"
                .formatted(configuration.fullName(), other.line(), configuration.line()));
      }
    }
  }

  /** Returns the last entry of each setting: it is not published which of two ADF applies. */
  private Map<String, ConfigurationEntry> lastEntries() {
    Map<String, ConfigurationEntry> last = new LinkedHashMap<>();
    for (ConfigurationEntry entry : configuration.entries()) {
      ConfigurationEntry earlier = last.put(entry.name(), entry);
      if (earlier != null) {
        report(LineKind.OVERRIDDEN, earlier, shown(earlier), "again in " + entry.where());
      }
    }
    return last;
  }

  /** Returns the value; null if it may be a secret. */
  private static String shown(ConfigurationEntry entry) {
    JboProperty property = JboProperty.named(entry.name()).orElse(null);
    boolean unmodelled =
        UnmodelledProperty.named(entry.name())
            .filter(other -> other.kind() == UnmodelledReason.NOT_MODELLED)
            .isPresent();
    boolean modelled = property != null && property != JboProperty.INTERNAL_CONNECTION;
    return modelled || unmodelled ? entry.value() : null;
  }

  private void apply(ConfigurationEntry entry) {
    JboProperty property = JboProperty.named(entry.name()).orElse(null);
    UnmodelledProperty other = UnmodelledProperty.named(entry.name()).orElse(null);
    if (property != null) {
      set(property, entry);
    } else if (other == null) {
      report(LineKind.UNKNOWN, entry, null, unknown(entry.name()));
    } else if (other.kind() != UnmodelledReason.NOT_MODELLED) {
      report(LineKind.IGNORED, entry, null, other.reason());
    } else if (other.isMetBy(entry.value())) {
      report(LineKind.ANYWAY, entry, entry.value(), "");
    } else {
      report(LineKind.NOT_MODELLED, entry, entry.value(), other.reason());
      if ("jbo.ampool.isuseexclusive".equals(other.key())) {
        notes.add(
            configuration.fullName()
                + " is a shared configuration: in ADF each instance serves several sessions at"
                + " once, in Cloakroom only one, so the results do not apply to ADF");
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

  private void set(JboProperty property, ConfigurationEntry entry) {
    if (property == JboProperty.INTERNAL_CONNECTION && !entry.value().isEmpty()) {
      // ADF's value is a URL or the name of a data source: both mean separate connections
      boolean shared = "shared".equals(entry.value());
      values.put(property, shared ? "shared" : "separate");
      report(
          LineKind.TOOK_EFFECT,
          entry,
          values.get(property),
          shared ? "" : "its address is not used: the size is set by --internal-pool-size");
      return;
    }
    try {
      values.put(property, property.check(entry.value()));
      report(LineKind.TOOK_EFFECT, entry, values.get(property), "");
      noteElement(property, entry);
    } catch (IllegalArgumentException e) {
      report(LineKind.WRONG_VALUE, entry, entry.value(), "expected " + property.choices());
    }
  }

  private void noteElement(JboProperty property, ConfigurationEntry entry) {
    boolean unusual =
        switch (entry.element()) {
          case Bc4jReader.CONFIGURATION, POOLING, "Custom" -> false;
          case "Database" -> isPoolSetting(property);
          default -> true;
        };
    if (unusual) {
      notes.add(
          "%s is in %s instead of %s; it takes effect all the same"
              .formatted(entry.name(), entry.where(), POOLING));
    }
  }

  private static boolean isPoolSetting(JboProperty property) {
    return switch (property) {
      case RECYCLE_THRESHOLD, DO_FAILOVER, DO_CONNECTION_POOLING -> true;
      default -> property.key().startsWith("jbo.ampool.");
    };
  }

  private void report(LineKind kind, ConfigurationEntry entry, String value, String why) {
    findings.add(new Bc4jFinding(kind, entry.name(), value, entry.where(), why));
  }

  public Bc4jConfiguration configuration() {
    return configuration;
  }

  public String summary() {
    long effective =
        findings.stream()
            .map(Bc4jFinding::kind)
            .filter(kind -> kind == LineKind.TOOK_EFFECT || kind == LineKind.ANYWAY)
            .count();
    return "%s of %s settings of %s took effect; the command 'config' lists the result of each"
        .formatted(effective, findings.size(), configuration.fullName());
  }

  public ReleasePolicy policy() {
    return policy;
  }

  /** Returns the result of each setting, in the order of the file. */
  public List<Bc4jFinding> findings() {
    return findings;
  }

  public List<String> notes() {
    return notes;
  }
}
