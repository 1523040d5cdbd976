package cloakroom.stress.measure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a run compares: a policy with everything that was chosen for it. All trials of one variant
 * were asked to do the same, so their figures may be averaged and their verdicts added up.
 *
 * @param name short, and different for each variant of a run
 * @param policy under which policy; empty for a configuration of a bc4j.xcfg on ADF's defaults
 * @param choices what was chosen, name to value: options of the tier and of the run without their
 *     dashes, and settings such as jbo.recyclethreshold by their full names
 */
public record Variant(String name, String policy, Map<String, String> choices) {
  /** The choice of a configuration of a real project's file: {@code FILE#CONFIGURATION}. */
  public static final String BC4J = "bc4j";

  public static final String NODES = "nodes";

  /** The choice of what is done to it on purpose. */
  public static final String FAULT = "fault";

  /** What stands there for nothing at all. */
  public static final String NO_FAULT = "none";

  /** The choice whether the commit carries the value, so that a transaction is one request. */
  public static final String ONE_REQUEST = "one-request";

  /** The choice whose rows all users work on. */
  public static final String SHARED_ROWS = "shared-rows";

  /** The choice of how many users it has. */
  public static final String USERS = "users";

  /** The choice of how long its users go on; without it, for so many iterations. */
  public static final String DURATION = "duration";

  /** The choice of how many sessions arrive in a second. */
  public static final String ARRIVALS = "arrivals";

  public Variant {
    choices = Collections.unmodifiableMap(new LinkedHashMap<>(choices));
  }

  public String choice(String key, String otherwise) {
    return choices.getOrDefault(key, otherwise);
  }

  /** The same with another choice, in its place or at the end. */
  public Variant with(String key, String value) {
    Map<String, String> changed = new LinkedHashMap<>(choices);
    changed.put(key, value);
    return new Variant(name, policy, changed);
  }

  /** Whether conflicts over rows are answers that the run expects. */
  public boolean sharesRows() {
    return choices.containsKey(SHARED_ROWS);
  }

  /** The users that it has instead of so many. */
  public int users(int otherwise) {
    return Integer.parseInt(choice(USERS, Integer.toString(otherwise)));
  }

  public int nodes() {
    String nodes = choice(NODES, "1");
    return nodes.matches("[1-9]\\d?") ? Integer.parseInt(nodes) : 1;
  }
}
