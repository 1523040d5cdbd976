package cloakroom.stress.cli;

import cloakroom.platform.Installation;
import cloakroom.platform.Variables;
import cloakroom.stress.settings.StressJar;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Command {@code describe} of app-sim.jar, which receives all arguments. */
@Command(
    name = "describe",
    description = "Describes an application file, or makes one; options: stress describe --help.")
final class DescribeApplicationCommand implements Callable<Integer> {
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() {
    String jar = StressJar.find().appSim().toString();
    List<String> command = new ArrayList<>(List.of(Installation.java(), "-jar", jar, "describe"));
    command.addAll(arguments);
    return CleanDatabaseCommand.run(Variables.withoutSecrets(command), jar);
  }
}
