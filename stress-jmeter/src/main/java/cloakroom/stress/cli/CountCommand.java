package cloakroom.stress.cli;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.options.Option;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.FailureCondition;
import cloakroom.stress.judge.FailureConditions;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.settings.RunSettings;
import cloakroom.stress.settings.SettingsCheck;
import cloakroom.stress.trial.CountingPass;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** Command {@code count}, which sends single requests and counts their database work. */
@Command(
    name = "count",
    description =
        "Counts the database work of transactions in each variant, without load: the same"
            + " numbers on every machine.",
    modelTransformer = CountCommand.CountOptions.class)
final class CountCommand extends RunCommand {
  // Runs each policy with ADF's default recycle threshold, 10, and with 200, above the 80 sessions.
  static final List<String> DEFAULT_VARIANTS =
      List.of(
          "sticky: sticky",
          "released: release-in-memory",
          "sticky 200: sticky jbo.recyclethreshold=200",
          "released 200: release-in-memory jbo.recyclethreshold=200");
  private static final String LOAD_OPTIONS =
      "--baseline --iterations --think --ramp --warm-up --trials --duration --arrivals"
          + " --arrival-bursts --lull --fault --db-rtt --db-jitter --commit-delay --page-wait --page-cpu"
          + " --targets --engines --engine-keys --abort-on-fail --require-verdict --max-repeats --count-round-trips"
          + " --live-heap --live --no-live --no-dashboard";

  static final class CountOptions extends RunOptionRows {
    @Override
    public CommandSpec transform(CommandSpec command) {
      CommandSpec all = super.transform(command);
      Stream.of(LOAD_OPTIONS.split(" ", -1)).forEach(name -> all.remove(all.findOption(name)));
      return all;
    }
  }

  @Override
  RunSettings settings(SettingsCheck checks) {
    refuseIf(
        options.plan.equals(RunConfig.OPEN_ARRIVALS),
        "--plan %s: cannot be counted, because its users arrive by a schedule; choose another plan",
        options.plan);
    for (FailureCondition condition : FailureConditions.parse(options.limits).all()) {
      refuseIf(
          !condition.name().matches("(perTransaction|perRequest|counted)\\..*|errors\\b.*"),
          "--fail-if \"%s\": %s is not counted; choose perTransaction.*, perRequest.*, counted.* or errors",
          condition.text(),
          condition.name());
    }
    boolean chosen = options.policies != null || options.bc4j != null || !options.vary.isEmpty();
    List<String> variants =
        options.variants.isEmpty() && !chosen ? DEFAULT_VARIANTS : options.variants;
    RunSettings settings = checks.check(options, variants, Optional.empty(), true);
    for (Variant variant : settings.variants()) {
      for (Option<?> option : VariantOptions.ALL) {
        refuseIf(
            variant.has(option) && spec.findOption(option.name()) == null,
            "variant '%s': %s requires a load and cannot be counted; remove it",
            variant.name(),
            option.key());
      }
    }
    refuseIf(
        settings.variants().stream().noneMatch(CountingPass::canCount),
        "--policies: none of these variants uses the database");
    return settings;
  }
}
