package cloakroom.module;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The policies that have a name. A new one is a constant here. */
public enum Preset {
  RESERVED(
      "one instance and one connection for each session until it ends",
      "cloakroom.releaselevel=reserved"),
  STICKY(
      "ADF's default: the instance keeps its connection; recycled past the threshold through"
          + " PS_TXN"),
  STICKY_FAILOVER("as sticky, plus a snapshot at every check-in", "jbo.dofailover=true"),
  RELEASE_PASSIVATE(
      "connection back after each request, state through PS_TXN",
      "jbo.doconnectionpooling=true",
      "jbo.txn.disconnect_level=0"),
  RELEASE_IN_MEMORY(
      "connection back after each request, state stays in memory; PS_TXN only when recycled",
      "jbo.doconnectionpooling=true",
      "jbo.txn.disconnect_level=1"),
  RELEASE_FAILOVER(
      "as release-in-memory, plus a snapshot at every check-in",
      "jbo.doconnectionpooling=true",
      "jbo.txn.disconnect_level=1",
      "jbo.dofailover=true"),
  CONNECTION_THRESHOLD(
      "sticky connection while fewer than N are held, least recently used released first",
      "jbo.doconnectionpooling=true",
      "jbo.txn.disconnect_level=1",
      "jbo.ampool.connection_threshold=10"),
  STATELESS(
      "nothing kept",
      "jbo.doconnectionpooling=true",
      "jbo.txn.disconnect_level=1",
      "cloakroom.releaselevel=unmanaged"),
  UNPOOLED_MODULES(
      "ADF's activation-safety test switch: every request builds and activates a new instance",
      "jbo.doconnectionpooling=true",
      "jbo.ampool.doampooling=false"),
  UNBOUNDED(
      "a bound: no recycling and a connection for everyone",
      "jbo.recyclethreshold=2147483647",
      "jbo.ampool.maxpoolsize=2147483647"),
  NOOP("a bound: requests that do nothing, without module and database");

  private final String words;

  @SuppressWarnings("ImmutableEnumChecker") // nobody else has it
  private final Map<JboProperty, String> differing = new EnumMap<>(JboProperty.class);

  Preset(String words, String... settings) {
    this.words = words;
    for (String setting : settings) {
      String[] sides = setting.split("=", 2);
      differing.put(JboProperty.named(sides[0]).orElseThrow(), sides[1]);
    }
  }

  /** The name on command lines and in reports. */
  public String policyName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What it does, in a line. */
  public String words() {
    return words;
  }

  /** The policy with its preset values. */
  public ReleasePolicy policy() {
    return ReleasePolicy.of(policyName(), differing);
  }

  /**
   * The preset with this name.
   *
   * @throws IllegalArgumentException naming the value and the choices
   */
  public static Preset named(String name) {
    return Arrays.stream(values())
        .filter(preset -> preset.policyName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown policy " + name + "; the policies are: " + names()));
  }

  /** Every name, for messages. */
  public static String names() {
    return Arrays.stream(values()).map(Preset::policyName).collect(Collectors.joining(", "));
  }
}
