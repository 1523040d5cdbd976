package cloakroom.stress.folder;

import cloakroom.options.Choices;
import cloakroom.options.Option;
import cloakroom.stress.options.VariantOptions;
import java.util.Map;

/**
 * Release policy and options that a run compares with other variants. All trials of a variant have
 * equal load, so their metrics can be averaged and their counts added.
 *
 * @param policy release policy; empty if a bc4j.xcfg file supplies the configuration
 * @param choices values by option, and by full name of an ADF setting
 * @param step the load of this variant, if the run searches for the maximum load; otherwise null
 */
public record Variant(String name, String policy, Choices choices, SearchStep step) {
  /** Load in the search for the maximum; {@code longer} marks a trial that confirms the maximum. */
  public record SearchStep(String of, double load, boolean longer) {}

  public Variant(String name, String policy, Choices choices) {
    this(name, policy, choices, null);
  }

  public Variant(String name, String policy, Map<String, String> choices) {
    this(name, policy, new Choices(choices));
  }

  /** Returns the chosen value of an option, or else the option's default, which may be null. */
  public <T> T get(Option<T> option) {
    return choices.get(option);
  }

  public boolean has(Option<?> option) {
    return choices.has(option);
  }

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
