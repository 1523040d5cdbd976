package cloakroom.stress.folder;

import cloakroom.options.Choices;
import cloakroom.options.Option;
import cloakroom.stress.options.VariantOptions;
import java.util.Map;

/**
 * Unit of comparison of a run: a policy with the options chosen for it. All trials of a variant
 * have the same work, so their metrics may be averaged and their probe outcomes added.
 *
 * @param policy empty for a configuration of a bc4j.xcfg on ADF's defaults
 * @param choices options of tier, load and run, and settings by their full names
 * @param step load in a capacity search; null in any other run
 */
public record Variant(String name, String policy, Choices choices, SearchStep step) {
  /** Step of the capacity search {@code of} a variant; a longer one confirms the result. */
  public record SearchStep(String of, double load, boolean longer) {}

  public Variant(String name, String policy, Choices choices) {
    this(name, policy, choices, null);
  }

  /** Creates a variant from choices as text, by their keys. */
  public Variant(String name, String policy, Map<String, String> choices) {
    this(name, policy, new Choices(choices));
  }

  /** Returns the chosen value, or else the default, which may be null. */
  public <T> T get(Option<T> option) {
    return choices.get(option);
  }

  public boolean has(Option<?> option) {
    return choices.has(option);
  }

  /** Returns this variant with another choice, in its place or at the end. */
  public <T> Variant with(Option<T> option, T value) {
    return new Variant(name, policy, choices.with(option, value), step);
  }

  public boolean sharesRows() {
    return has(VariantOptions.SHARED_ROWS);
  }

  public int users(int otherwise) {
    return choices.find(VariantOptions.USERS).orElse(otherwise);
  }

  public int nodes() {
    return Integer.parseInt(choices.text(VariantOptions.NODES));
  }
}
