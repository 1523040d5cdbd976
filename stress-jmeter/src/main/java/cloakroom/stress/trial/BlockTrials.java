package cloakroom.stress.trial;

import cloakroom.stress.folder.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Trials of a run in blocks with one trial of each variant. A block with noisy response times runs
 * once more. If the repetition is noisy too, the noise is permanent, so no later block is repeated.
 */
final class BlockTrials implements Supplier<Optional<TrialSpec>> {
  private final List<Variant> variants;
  private final int blocks;
  private final Function<List<TrialSpec>, Optional<String>> noise;
  private final BiConsumer<List<TrialSpec>, String> discard;
  private final List<TrialSpec> block = new ArrayList<>();
  private int complete;
  private int number;
  private int repeats;
  private boolean again;

  // Function noise returns why to repeat a block of trials; empty if response times are reliable.
  BlockTrials(
      List<Variant> variants,
      int blocks,
      int maxRepeats,
      Function<List<TrialSpec>, Optional<String>> noise,
      BiConsumer<List<TrialSpec>, String> discard) {
    this.variants = variants;
    this.blocks = blocks;
    this.repeats = maxRepeats;
    this.noise = noise;
    this.discard = discard;
  }

  @Override
  public Optional<TrialSpec> get() {
    if (block.size() == variants.size()) {
      Optional<String> why = repeats > 0 ? noise.apply(block) : Optional.empty();
      again = why.isPresent() && !again;
      if (again) {
        repeats--;
        discard.accept(List.copyOf(block), why.get());
      } else {
        repeats = why.isPresent() ? 0 : repeats;
        complete++;
      }
      block.clear();
    }
    if (complete == blocks) {
      return Optional.empty();
    }
    number++;
    int left = (blocks - complete) * variants.size() - block.size();
    Variant next = TrialSpec.order(variants, complete).get(block.size());
    TrialSpec trial = new TrialSpec(number, number + left - 1, next);
    block.add(trial);
    return Optional.of(trial);
  }
}
