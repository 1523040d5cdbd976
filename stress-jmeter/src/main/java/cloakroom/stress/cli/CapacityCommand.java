package cloakroom.stress.cli;

import static cloakroom.stress.options.VariantOptions.*;
import static cloakroom.stress.process.StressFailure.refuseIf;
import static cloakroom.stress.process.StressFailure.wrongUse;
import static cloakroom.stress.settings.SettingsCheck.wholeSeconds;
import static cloakroom.stress.settings.SettingsCheck.within;
import static java.util.Objects.requireNonNullElse;

import cloakroom.stress.compare.BaselinesFile;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.CapacitySearch.Search;
import cloakroom.stress.judge.FailureCondition;
import cloakroom.stress.settings.Plans;
import cloakroom.stress.settings.RunSettings;
import cloakroom.stress.settings.RunSettings.Goal;
import cloakroom.stress.settings.SettingsCheck;
import cloakroom.stress.trial.RunRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Command {@code capacity}, which searches for the highest load that meets given conditions. It
 * measures one load at a time.
 */
@Command(
    name = "capacity",
    description = "Searches for the most users, or arrivals, that still meet an objective.")
public final class CapacityCommand extends RunCommand {
  private static final int MAX_USERS = 1_000;
  private static final int MAX_ARRIVALS = 200;
  private static final int FIRST_USERS = 20;

  @Option(names = "--slo", paramLabel = "TEXT")
  private String objective;

  @Option(names = "--step", paramLabel = "DURATION", defaultValue = "20s")
  private Duration step;

  @Option(names = "--confirm", paramLabel = "DURATION")
  private Duration confirmation;

  @Option(names = "--start-load", paramLabel = "N")
  private Integer first;

  @Option(names = "--max-load", paramLabel = "N")
  private Integer most;

  @Option(names = "--precision", paramLabel = "PERCENT", defaultValue = "10")
  private int percent;

  @Option(names = "--resume", paramLabel = "DIR")
  private Path resumed;

  /**
   * Runs the search. Given only {@code --resume}, continues an interrupted search with the recorded
   * command line.
   */
  @Override
  public Integer call() {
    if (objective == null && resumed != null) {
      List<String> arguments = new ArrayList<>(RunRecord.arguments(resumed));
      arguments.addAll(List.of("--resume", resumed.toString()));
      return spec.root().commandLine().execute(arguments.toArray(String[]::new));
    }
    return super.call();
  }

  @Override
  public RunSettings settings(SettingsCheck checks) {
    refuseIf(
        objective == null,
        "--slo: is required; write an objective such as \"service.p95 < 200ms, errors < 0.1%%\"");
    var unused = FailureCondition.objectives(objective); // rejected before the first step
    boolean open = options.plan.equals(RunConfig.OPEN_ARRIVALS);
    List<String> plans = Plans.supporting(DURATION);
    if (!open && !plans.contains(options.plan)) {
      throw wrongUse(
          "--plan %s: a search requires one of %s", options.plan, String.join(", ", plans));
    }
    refuseIf(
        options.trials != 1 || !options.limits.isEmpty() || options.abortOnFail != null,
        "--trials, --fail-if and --abort-on-fail: are not supported for a search; it runs its own steps and compares them with --slo");
    int maximum =
        within("--max-load", requireNonNullElse(most, open ? MAX_ARRIVALS : MAX_USERS), 1, 100_000);
    int defaultStart = Math.min(open ? 1 : FIRST_USERS, maximum);
    int start = within("--start-load", requireNonNullElse(first, defaultStart), 1, maximum);
    Goal goal =
        new Goal(
            objective,
            new Search(start, maximum, within("--precision", percent, 1, 100) / 100.0, open),
            wholeSeconds("--step", step),
            wholeSeconds("--confirm", requireNonNullElse(confirmation, step.multipliedBy(3))),
            spec.root().commandLine().getParseResult().originalArgs(),
            resumed == null ? null : BaselinesFile.folder(resumed.toString()));
    RunSettings settings = checks.check(options, options.variants, Optional.of(goal), false);
    for (Variant variant : settings.variants()) {
      for (cloakroom.options.Option<?> found : List.of(USERS, ARRIVALS, DURATION)) {
        String form = "%s of variant '%s': cannot be set, because the search varies it; remove it";
        refuseIf(variant.has(found), form, found.key(), variant.name());
      }
    }
    return settings;
  }
}
