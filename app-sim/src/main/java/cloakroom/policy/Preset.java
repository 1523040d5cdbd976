package cloakroom.policy;

import cloakroom.platform.Resources;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Predefined release policy. Its description and settings are in the table presets.txt. */
public enum Preset {
  RESERVED,
  STICKY,
  STICKY_FAILOVER,
  RELEASE_PASSIVATE,
  RELEASE_IN_MEMORY,
  RELEASE_FAILOVER,
  CONNECTION_THRESHOLD,
  STATELESS,
  UNPOOLED_MODULES,
  UNBOUNDED,
  NOOP;

  private static final Map<String, List<String>> TABLE =
      Resources.table("cloakroom/policy/presets.txt");

  private List<String> row() {
    return TABLE.get(policyName());
  }

  public String policyName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String description() {
    return row().get(1);
  }

  public ReleasePolicy policy() {
    Map<JboProperty, String> differing = new EnumMap<>(JboProperty.class);
    for (String setting : row().subList(2, row().size())) {
      String[] sides = setting.split("=", 2);
      differing.put(JboProperty.named(sides[0]).orElseThrow(), sides[1]);
    }
    return ReleasePolicy.of(policyName(), differing);
  }

  public static Preset named(String name) {
    return Arrays.stream(values())
        .filter(preset -> preset.policyName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown policy " + name + "; the policies are: " + names()));
  }

  public static String names() {
    return Arrays.stream(values()).map(Preset::policyName).collect(Collectors.joining(", "));
  }
}
