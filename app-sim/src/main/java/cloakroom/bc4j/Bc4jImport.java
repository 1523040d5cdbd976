package cloakroom.bc4j;

import cloakroom.bc4j.Bc4jFinding.Kind;
import cloakroom.module.JboProperty;
import cloakroom.module.OtherProperty;
import cloakroom.module.ReleasePolicy;
import cloakroom.module.Setting;
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

  private Bc4jImport(Bc4jFile file, Bc4jConfiguration configuration, ReleasePolicy base) {
    this.configuration = configuration;
    hidden(file);
    lastOfEach().values().forEach(this::judge);
    this.policy = base.fromFile(base.name(), values);
    notes.addAll(policy.notes());
  }

  /**
   * Puts a configuration on top of a base.
   *
   * @param base the policy whose values stay where the configuration is silent
   */
  public static Bc4jImport of(Bc4jFile file, Bc4jConfiguration configuration, ReleasePolicy base) {
    return new Bc4jImport(file, configuration, base);
  }

  private void hidden(Bc4jFile file) {
    for (Bc4jConfiguration twin : file.hiddenBy(configuration)) {
      notes.add(
          configuration.fullName()
              + " of line "
              + twin.line()
              + " stands in the file again: line "
              + configuration.line()
              + " counts");
    }
  }

  /** Of settings that stand there twice, the last counts: which one ADF takes is not published. */
  private Map<String, Bc4jEntry> lastOfEach() {
    Map<String, Bc4jEntry> last = new LinkedHashMap<>();
    for (Bc4jEntry entry : configuration.entries()) {
      Bc4jEntry earlier = last.put(entry.name(), entry);
      if (earlier != null) {
        find(Kind.OVERRIDDEN, earlier, shown(earlier), "again in " + entry.where());
      }
    }
    return last;
  }

  /** Only what cannot be a secret is shown. */
  private static String shown(Bc4jEntry entry) {
    boolean plain =
        JboProperty.named(entry.name())
                .filter(p -> p != JboProperty.INTERNAL_CONNECTION)
                .isPresent()
            || OtherProperty.named(entry.name())
                .filter(other -> other.kind() == OtherProperty.Kind.NOT_MODELLED)
                .isPresent();
    return plain ? entry.value() : null;
  }

  private void judge(Bc4jEntry entry) {
    JboProperty property = JboProperty.named(entry.name()).orElse(null);
    OtherProperty other = OtherProperty.named(entry.name()).orElse(null);
    if (property != null) {
      setting(property, entry);
    } else if (other != null) {
      other(other, entry);
    } else {
      unknown(entry);
    }
  }

  private void setting(JboProperty property, Bc4jEntry entry) {
    if (property == JboProperty.INTERNAL_CONNECTION && !entry.value().isEmpty()) {
      internalConnection(entry);
      return;
    }
    try {
      values.put(property, property.check(entry.value()));
      find(Kind.TOOK_EFFECT, entry, values.get(property), "");
      noteElement(property, entry);
    } catch (IllegalArgumentException e) {
      find(Kind.WRONG_VALUE, entry, entry.value(), "expected " + property.choices());
    }
  }

  /** ADF's value is a URL or the name of a data source: either way, connections apart. */
  private void internalConnection(Bc4jEntry entry) {
    boolean shared = "shared".equals(entry.value());
    values.put(JboProperty.INTERNAL_CONNECTION, shared ? "shared" : "separate");
    find(
        Kind.TOOK_EFFECT,
        entry,
        values.get(JboProperty.INTERNAL_CONNECTION),
        shared ? "" : "its address is not used: the size is set by --internal-pool-size");
  }

  private void noteElement(JboProperty property, Bc4jEntry entry) {
    boolean poolSetting = property.key().startsWith("jbo.ampool.") || isPoolSetting(property);
    boolean strange =
        switch (entry.element()) {
          case Bc4jEntry.CONFIGURATION, POOLING, "Custom" -> false;
          case "Database" -> poolSetting;
          default -> true;
        };
    if (strange) {
      notes.add(
          entry.name()
              + " stands in "
              + entry.where()
              + ", where it does not belong, not in "
              + POOLING
              + "; it counts all the same");
    }
  }

  private static boolean isPoolSetting(JboProperty property) {
    return switch (property) {
      case RECYCLE_THRESHOLD, DO_FAILOVER, DO_CONNECTION_POOLING -> true;
      default -> false;
    };
  }

  private void other(OtherProperty other, Bc4jEntry entry) {
    switch (other.kind()) {
      case NOT_MODELLED -> notModelled(other, entry);
      case IGNORED, CONNECTION, SECURITY -> find(Kind.IGNORED, entry, null, other.reason());
    }
  }

  private void notModelled(OtherProperty other, Bc4jEntry entry) {
    if (other.isMetBy(entry.value())) {
      find(Kind.ANYWAY, entry, entry.value(), "");
      return;
    }
    find(Kind.NOT_MODELLED, entry, entry.value(), other.reason());
    if ("jbo.ampool.isuseexclusive".equals(other.key())) {
      notes.add(
          configuration.fullName()
              + " is a shared configuration: in ADF its instances serve several sessions at once,"
              + " here each serves one, so its figures say nothing of ADF's");
    }
  }

  private void unknown(Bc4jEntry entry) {
    String why =
        entry.name().startsWith("jbo.")
            ? Setting.nearest(entry.name())
                .map(near -> "did you mean " + near + "?")
                .orElse("no setting of this name is known")
            : "an attribute of another product";
    find(Kind.UNKNOWN, entry, null, why);
  }

  private void find(Kind kind, Bc4jEntry entry, String value, String why) {
    findings.add(new Bc4jFinding(kind, entry.name(), value, entry.where(), why));
  }

  /** The configuration that was read. */
  public Bc4jConfiguration configuration() {
    return configuration;
  }

  /** How many settings took effect and how many did not, in one line. */
  public String summary() {
    long effective =
        findings.stream()
            .filter(finding -> finding.kind() == Kind.TOOK_EFFECT || finding.kind() == Kind.ANYWAY)
            .count();
    return effective
        + " of "
        + findings.size()
        + " settings of "
        + configuration.fullName()
        + " took effect; the command 'config' tells what became of each";
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
