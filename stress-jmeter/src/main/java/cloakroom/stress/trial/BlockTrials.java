package cloakroom.stress.trial;

import cloakroom.stress.folder.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Trials of a run, in blocks of one trial of each variant. A noisy block runs again. If it is noisy
 * both times, no later block is repeated, because the noise is permanent.
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

  /**
   * Creates the trials.
   *
   * @param noise returns why the times of a complete block are unreliable; empty if they are not
   * @param discard removes a block that runs again from the results, with the reason
   */
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
      endBlock();
    }
    if (complete == blocks) {
      return Optional.empty();
    }
    number++;
    int left = (blocks - complete) * variants.size() - block.size();
    Variant next = TrialSpec.order(variants, complete).get(block.size());
    block.add(new TrialSpec(number, number + left - 1, next));
    return Optional.of(block.get(block.size() - 1));
  }

  private void endBlock() {
    Optional<String> why = repeats > 0 ? noise.apply(block) : Optional.empty();
    if (why.isPresent() && !again) {
      repeats--;
      again = true;
      discard.accept(List.copyOf(block), why.get());
    } else {
      repeats = why.isPresent() ? 0 : repeats;
      again = false;
      complete++;
    }
    block.clear();
  }
}
