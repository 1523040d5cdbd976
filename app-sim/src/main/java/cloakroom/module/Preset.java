package cloakroom.module;

import static cloakroom.module.JboProperty.DISCONNECT_LEVEL;
import static cloakroom.module.JboProperty.DO_AM_POOLING;
import static cloakroom.module.JboProperty.DO_CONNECTION_POOLING;
import static cloakroom.module.JboProperty.DO_FAILOVER;
import static cloakroom.module.JboProperty.RECYCLE_THRESHOLD;
import static cloakroom.module.JboProperty.RELEASE_LEVEL;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The policies that have a name. A new one is a constant here. */
public enum Preset {
  RESERVED(
      "reserved",
      "one instance and one connection for each session until it ends",
      Map.of(RELEASE_LEVEL, "reserved")),
  STICKY(
      "sticky",
      "ADF's default: the instance keeps its connection; recycled past the threshold through"
          + " PS_TXN",
      Map.of()),
  STICKY_FAILOVER(
      "sticky-failover",
      "as sticky, plus a snapshot at every check-in",
      Map.of(DO_FAILOVER, "true")),
  RELEASE_PASSIVATE(
      "release-passivate",
      "connection back after each request, state through PS_TXN",
      Map.of(DO_CONNECTION_POOLING, "true", DISCONNECT_LEVEL, "0")),
  RELEASE_IN_MEMORY(
      "release-in-memory",
      "connection back after each request, state stays in memory; PS_TXN only when recycled",
      Map.of(DO_CONNECTION_POOLING, "true", DISCONNECT_LEVEL, "1")),
  RELEASE_FAILOVER(
      "release-failover",
      "as release-in-memory, plus a snapshot at every check-in",
      Map.of(DO_CONNECTION_POOLING, "true", DISCONNECT_LEVEL, "1", DO_FAILOVER, "true")),
  CONNECTION_THRESHOLD(
      "connection-threshold",
      "sticky connection while fewer than N are held, least recently used released first",
      Map.of(
          DO_CONNECTION_POOLING,
          "true",
          DISCONNECT_LEVEL,
          "1",
          JboProperty.CONNECTION_THRESHOLD,
          "10")),
  STATELESS(
      "stateless",
      "nothing kept",
      Map.of(DO_CONNECTION_POOLING, "true", DISCONNECT_LEVEL, "1", RELEASE_LEVEL, "unmanaged")),
  UNPOOLED_MODULES(
      "unpooled-modules",
      "ADF's activation-safety test switch: every request builds and activates a new instance",
      Map.of(DO_CONNECTION_POOLING, "true", DO_AM_POOLING, "false")),
  UNBOUNDED(
      "unbounded",
      "a bound: no recycling and a connection for everyone",
      Map.of(RECYCLE_THRESHOLD, "2147483647", JboProperty.MAX_POOL_SIZE, "2147483647")),
  NOOP("noop", "a bound: requests that do nothing, without module and database", Map.of());

  private final String policyName;
  private final String words;

  @SuppressWarnings("ImmutableEnumChecker") // Map.of cannot be changed
  private final Map<JboProperty, String> differing;

  Preset(String policyName, String words, Map<JboProperty, String> differing) {
    this.policyName = policyName;
    this.words = words;
    this.differing = differing;
  }

  /** The name on command lines and in reports. */
  public String policyName() {
    return policyName;
  }

  /** What it does, in a line. */
  public String words() {
    return words;
  }

  /** The policy with its preset values. */
  public ReleasePolicy policy() {
    return ReleasePolicy.of(policyName, differing);
  }

  /**
   * The preset with this name.
   *
   * @throws IllegalArgumentException naming the value and the choices
   */
  public static Preset named(String name) {
    return Arrays.stream(values())
        .filter(preset -> preset.policyName.equals(name))
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
