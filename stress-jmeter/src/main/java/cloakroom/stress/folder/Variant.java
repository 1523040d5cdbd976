package cloakroom.stress.folder;

import cloakroom.options.Choices;
import cloakroom.options.Option;
import cloakroom.stress.options.VariantOptions;
import java.util.Map;

/**
 * What a run compares: a policy with everything that was chosen for it. All trials of one variant
 * had the same to do, so their figures may be averaged and their verdicts added up.
 *
 * @param name short, and different for each variant of a run
 * @param policy under which policy; empty for a configuration of a bc4j.xcfg on ADF's defaults
 * @param choices options of the tier, the load and the run, and settings such as
 *     jbo.recyclethreshold by their full names
 * @param step load in a capacity search; null in any other run
 */
public record Variant(String name, String policy, Choices choices, SearchStep step) {
  /** Takes the choices of a variant that is no step of a search. */
  public Variant(String name, String policy, Choices choices) {
    this(name, policy, choices, null);
  }

  /** Takes the choices as text, by their keys. */
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

  /** Returns whether conflicts over rows are answers that the run expects. */
  public boolean sharesRows() {
    return has(VariantOptions.SHARED_ROWS);
  }

  /** Returns the users of this variant, or those of the run if it has none of its own. */
  public int users(int otherwise) {
    return choices.find(VariantOptions.USERS).orElse(otherwise);
  }

  /** Returns the nodes, of which a tier that runs already may have more than a run starts. */
  public int nodes() {
    return Integer.parseInt(choices.text(VariantOptions.NODES));
  }
}
