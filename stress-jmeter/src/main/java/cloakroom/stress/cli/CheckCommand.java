package cloakroom.stress.cli;

import cloakroom.stress.monitor.DatabaseCheck;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.Reports;
import cloakroom.stress.settings.StressJar;
import cloakroom.stress.trial.RunCheck;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code check}: whether an existing database permits a run with the same options. */
@Command(
    name = "check",
    description =
        "Checks an existing database for a run with the same options. Starts nothing and changes"
            + " no row. Of the options for output, --json alone has an effect.")
final class CheckCommand extends RunCommand {
  private record CheckResult(boolean possible, List<DatabaseCheck.CheckItem> items) {}

  @Override
  public Integer call() {
    DatabaseCheck check = RunCheck.of(settings(checks(StressJar.find())));
    boolean possible = check.refusal().isEmpty();
    if (options.json) {
      print(Records.tree(new CheckResult(possible, check.items())).toPrettyString() + "\n");
    } else {
      check.items().forEach(item -> print(item + "\n"));
      print(possible ? "A run can start.\n" : "A run cannot start.\n");
    }
    return possible ? Reports.DONE : StressFailure.WRONG_USE;
  }
}
