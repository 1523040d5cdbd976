package cloakroom.stress.run;

import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.Reports;
import cloakroom.stress.watch.DatabaseCheck;
import picocli.CommandLine.Command;

/** {@code check}: whether an existing database permits a run with the same options. */
@Command(
    name = "check",
    description =
        "Checks an existing database for a run with the same options. Starts nothing and changes"
            + " no row.")
final class CheckCommand extends RunCommand {
  @Override
  public Integer call() {
    DatabaseCheck check = RunCheck.of(settings(checks(StressJar.find())));
    check.items().forEach(item -> print(item + "\n"));
    boolean possible = check.refusal().isEmpty();
    print(possible ? "A run can start.\n" : "A run cannot start.\n");
    return possible ? Reports.DONE : StressFailure.WRONG_USE;
  }
}
