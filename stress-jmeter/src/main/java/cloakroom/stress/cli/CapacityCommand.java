package cloakroom.stress.cli;

import static cloakroom.stress.options.VariantOptions.*;
import static cloakroom.stress.process.StressFailure.refuseIf;
import static cloakroom.stress.settings.SettingsCheck.wholeSeconds;
import static cloakroom.stress.settings.SettingsCheck.within;
import static java.util.Objects.requireNonNullElse;

import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.history.BaselinesFile;
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

/** {@code capacity}: a run whose steps search for the most load that each variant carries. */
@Command(
    name = "capacity",
    description = "Searches for the most users, or arrivals, that still meet an objective.")
public final class CapacityCommand extends RunCommand {
  private static final int CLOSED_MOST = 1_000;
  private static final int OPEN_MOST = 200;
  private static final int FIRST_USERS = 20;
  private static final int CONFIRMATION = 3;

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

  /** A search that goes on has the command line of its beginning. */
  @Override
  public Integer call() {
    if (objective == null && resumed != null) {
      List<String> again = new ArrayList<>(RunRecord.arguments(resumed));
      again.addAll(List.of("--resume", resumed.toString()));
      return spec.root().commandLine().execute(again.toArray(String[]::new));
    }
    return super.call();
  }

  @Override
  public RunSettings settings(SettingsCheck checks) {
    refuseIf(
        objective == null,
        "--slo: is missing; write what is to hold, such as \"service.p95 < 200ms, errors < 0.1%%\"");
    var unused = FailureCondition.objectives(objective); // refused now, not in hours
    boolean open = options.plan.equals(RunConfig.OPEN_ARRIVALS);
    List<String> plans = Plans.knowing(DURATION);
    refuseIf(
        !open && !plans.contains(options.plan),
        "--plan %s: a search needs one of %s",
        options.plan,
        String.join(", ", plans));
    refuseIf(
        options.trials != 1 || !options.limits.isEmpty() || options.abortOnFail != null,
        "--trials, --fail-if and --abort-on-fail: a search makes its own steps, and --slo judges them");
    int top =
        within("--max-load", requireNonNullElse(most, open ? OPEN_MOST : CLOSED_MOST), 1, 100_000);
    int begin =
        within(
            "--start-load",
            requireNonNullElse(first, Math.min(open ? 1 : FIRST_USERS, top)),
            1,
            top);
    Goal goal =
        new Goal(
            objective,
            new Search(begin, top, within("--precision", percent, 1, 100) / 100.0, open),
            wholeSeconds("--step", step),
            wholeSeconds(
                "--confirm", requireNonNullElse(confirmation, step.multipliedBy(CONFIRMATION))),
            spec.root().commandLine().getParseResult().originalArgs(),
            resumed == null ? null : BaselinesFile.folder(resumed.toString()));
    RunSettings settings = checks.check(options, Optional.of(goal));
    for (Variant variant : settings.variants()) {
      for (cloakroom.options.Option<?> found : List.of(USERS, ARRIVALS, DURATION)) {
        refuseIf(
            variant.has(found),
            "%s of variant '%s': is what the search finds; leave it out",
            found.key(),
            variant.name());
      }
    }
    return settings;
  }
}
