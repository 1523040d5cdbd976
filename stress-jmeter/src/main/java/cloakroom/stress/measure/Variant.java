package cloakroom.stress.measure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a run compares: a policy under one hygiene with certain settings on top. All trials of one
 * variant were asked to do the same, so their figures may be averaged and their verdicts added up.
 *
 * @param name short, and different for each variant of a run: the policy, and behind it only what
 *     the run varies besides, such as {@code sticky/none} or {@code sticky/recyclethreshold=40}
 * @param policy under which policy
 * @param hygiene what a connection is cleaned of when it goes back: none, rollback or full
 * @param set settings on top of the policy, name to value
 */
public record Variant(String name, String policy, String hygiene, Map<String, String> set) {
  /** Keeps a copy. */
  public Variant {
    set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
  }
}
