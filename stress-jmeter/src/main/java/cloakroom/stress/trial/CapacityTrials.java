package cloakroom.stress.trial;

import static cloakroom.stress.options.VariantOptions.*;

import cloakroom.stress.folder.RunFiles;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.folder.Variant.SearchStep;
import cloakroom.stress.judge.CapacitySearch;
import cloakroom.stress.judge.CapacitySearch.LoadStep;
import cloakroom.stress.judge.CapacitySearch.Next;
import cloakroom.stress.judge.FailureCondition;
import cloakroom.stress.judge.MeasuredRun;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.load.Tick;
import cloakroom.stress.settings.RunSettings.Goal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Trials that search for the maximum load of each variant. The variants take turns. Results of a
 * variant's earlier trials determine its next load.
 */
final class CapacityTrials implements Supplier<Optional<TrialSpec>> {
  private static final int ESTIMATED_STEPS = 8;
  private final Goal goal;
  private final List<Variant> variants;
  private final Path folder;
  private final List<FailureCondition> abortCondition;
  private final Map<String, List<LoadStep>> steps = new LinkedHashMap<>();
  private int turn;
  private int number;
  private String running = "";
  private volatile long measuredSince;

  CapacityTrials(Goal goal, List<Variant> variants, Path folder) {
    this.goal = goal;
    this.variants = variants;
    this.folder = folder;
    this.abortCondition =
        FailureCondition.objectives(goal.objective()).stream()
            .map(FailureCondition::abortCondition)
            .toList();
    if (Files.exists(folder.resolve(RunFiles.CONFIG))) {
      RunSummary run = MeasuredRun.of(folder);
      number = run.config().trials().size();
      CapacitySearch.of(run).forEach(one -> steps.put(one.of(), new ArrayList<>(one.steps())));
    }
  }

  @Override
  public Optional<TrialSpec> get() {
    if (!running.isEmpty()) {
      for (CapacitySearch one : CapacitySearch.of(MeasuredRun.of(folder, running))) {
        List<LoadStep> own = steps.get(one.of());
        own.removeIf(step -> step.variant().equals(running));
        own.addAll(one.steps());
      }
    }
    for (int i = 0; i < variants.size(); i++) {
      Variant variant = variants.get((turn + i) % variants.size());
      List<LoadStep> own = steps.computeIfAbsent(variant.name(), name -> new ArrayList<>());
      Optional<Next> next = new CapacitySearch(variant.name(), own).next(goal.search());
      if (next.isPresent()) {
        turn = (turn + i + 1) % variants.size();
        number++;
        measuredSince = 0;
        Variant step = step(variant, next.get());
        running = step.name();
        return Optional.of(
            new TrialSpec(number, Math.max(number, ESTIMATED_STEPS * variants.size()), step));
      }
    }
    return Optional.empty();
  }

  private Variant step(Variant variant, Next next) {
    boolean open = goal.search().open();
    Duration length = next.longer() ? goal.confirmation() : goal.step();
    Variant step =
        (open
                ? variant.with(ARRIVALS, CapacitySearch.text(next.load(), true))
                : variant.with(USERS, (int) next.load()))
            .with(DURATION, length);
    String name = CapacitySearch.name(variant.name(), next, open);
    SearchStep load = new SearchStep(variant.name(), next.load(), next.longer());
    return new Variant(name, variant.policy(), step.choices(), load);
  }

  /** Returns whether to end a trial early: after half its time, it clearly misses the objective. */
  boolean enough(Tick tick) {
    if (!tick.measured()) {
      return false;
    }
    measuredSince = measuredSince == 0 ? tick.at() : measuredSince;
    return tick.at() - measuredSince > goal.step().toMillis() / 2
        && abortCondition.stream()
            .anyMatch(condition -> condition.broken(tick.soFar()).isPresent());
  }
}
