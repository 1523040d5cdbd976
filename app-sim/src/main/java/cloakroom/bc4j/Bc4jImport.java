package cloakroom.bc4j;

import cloakroom.bc4j.Bc4jFile.Bc4jConfiguration;
import cloakroom.bc4j.Bc4jFile.ConfigurationEntry;
import cloakroom.bc4j.Bc4jImport.Bc4jFinding.LineKind;
import cloakroom.platform.Names;
import cloakroom.policy.JboProperty;
import cloakroom.policy.ReleasePolicy;
import cloakroom.policy.UnmodelledProperty;
import cloakroom.policy.UnmodelledProperty.UnmodelledReason;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Import of one {@code bc4j.xcfg} configuration into a release policy. Each setting yields a
 * finding that states its effect. A setting that cannot be applied leaves the policy unchanged, and
 * the import still succeeds.
 */
public final class Bc4jImport {
  private static final String POOLING = "AM-Pooling";

  public final Bc4jConfiguration configuration;
  public final List<Bc4jFinding> findings = new ArrayList<>();
  public final List<String> notes = new ArrayList<>();
  private final Map<JboProperty, String> values = new EnumMap<>(JboProperty.class);
  public final ReleasePolicy policy;

  /**
   * Effect of one {@code bc4j.xcfg} setting on the simulation.
   *
   * @param value value of the setting; null if the value may be a secret
   * @param where element and line of the setting in the file
   */
  public record Bc4jFinding(
      @JsonIgnore LineKind kind, String name, String value, String where, String why) {
    public enum LineKind {
      TOOK_EFFECT("took effect"),
      ANYWAY("equals the built-in behaviour"),
      OVERRIDDEN("overridden by a later line"),
      WRONG_VALUE("wrong value"),
      NOT_MODELLED("not modelled"),
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

  public Bc4jImport(Bc4jFile file, Bc4jConfiguration configuration, ReleasePolicy base) {
    this.configuration = configuration;
    for (Bc4jConfiguration other : file.configurations()) {
      if (!other.equals(configuration) && other.fullName().equals(configuration.fullName())) {
        notes.add(
            "%s is defined in line %s and in line %s, which takes effect"
                .formatted(configuration.fullName(), other.line(), configuration.line()));
      }
    }
    Set<String> poolings = new LinkedHashSet<>();
    configuration.entries().stream()
        .filter(entry -> entry.element().equals(POOLING))
        .forEach(entry -> poolings.add("" + entry.start()));
    if (poolings.size() > 1) {
      String form =
          "%s in lines %s: all take effect; of a setting in several the last counts, because ADF documents no other rule";
      notes.add(form.formatted(POOLING, String.join(", ", poolings)));
    }
    // If a setting occurs twice, the last value applies. ADF does not document its own choice.
    Map<String, ConfigurationEntry> last = new LinkedHashMap<>();
    for (ConfigurationEntry entry : configuration.entries()) {
      ConfigurationEntry earlier = last.put(entry.name(), entry);
      if (earlier != null) {
        report(LineKind.OVERRIDDEN, earlier, shown(earlier), "again in " + entry.where());
      }
    }
    last.values().forEach(this::apply);
    this.policy = base.fromFile(values);
    notes.addAll(policy.notes());
    ConfigurationEntry dynamic = last.get("jbo.ampool.dynamicjdbccredentials");
    if (dynamic != null && Boolean.parseBoolean(dynamic.value()) && policy.poolsConnections) {
      String form =
          "%s=true (%s) with pooled connections: in ADF each database account has a pool of connections; Cloakroom has one account";
      notes.add(form.formatted(dynamic.name(), dynamic.where()));
    }
  }

  /** Returns the setting's value for the report, or null if the value may be a secret. */
  private static String shown(ConfigurationEntry entry) {
    boolean shown =
        JboProperty.named(entry.name())
            .map(property -> property != JboProperty.INTERNAL_CONNECTION)
            .or(() -> UnmodelledProperty.named(entry.name()).map(Bc4jImport::isNotModelled))
            .orElse(false);
    return shown ? entry.value() : null;
  }

  private static boolean isNotModelled(UnmodelledProperty property) {
    return property.kind() == UnmodelledReason.NOT_MODELLED;
  }

  private void apply(ConfigurationEntry entry) {
    JboProperty property = JboProperty.named(entry.name()).orElse(null);
    UnmodelledProperty other = UnmodelledProperty.named(entry.name()).orElse(null);
    if (property != null) {
      set(property, entry);
    } else if (other == null) {
      report(LineKind.UNKNOWN, entry, null, unknown(entry.name()));
    } else if (!isNotModelled(other)) {
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
      // "shared": internal statements use the users' connections; a URL or data source: their own
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
          case Bc4jFile.CONFIGURATION, POOLING, "Custom" -> false;
          case "Database" ->
              property == JboProperty.RECYCLE_THRESHOLD
                  || property == JboProperty.DO_FAILOVER
                  || property == JboProperty.DO_CONNECTION_POOLING
                  || property.key().startsWith("jbo.ampool.");
          default -> true;
        };
    if (unusual) {
      notes.add(
          "%s is in %s instead of %s; it takes effect all the same"
              .formatted(entry.name(), entry.where(), POOLING));
    }
  }

  private void report(LineKind kind, ConfigurationEntry entry, String value, String why) {
    findings.add(new Bc4jFinding(kind, entry.name(), value, entry.where(), why));
  }

  public String summary() {
    long effective =
        findings.stream()
            .filter(f -> f.kind() == LineKind.TOOK_EFFECT || f.kind() == LineKind.ANYWAY)
            .count();
    return "%s of %s settings of %s took effect; the command 'config' lists the result of each"
        .formatted(effective, findings.size(), configuration.fullName());
  }
}
