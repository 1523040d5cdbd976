package cloakroom.stress.cli;

import cloakroom.platform.Installation;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.StressJar;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Command of app-sim.jar, which receives all arguments and this process's input and output. */
abstract class TierJarCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Command(
      name = "clean",
      description =
          "Drops everything that Cloakroom created in a database; lists it first; options: stress"
              + " clean --help.")
  static final class Clean extends TierJarCommand {}

  @Command(
      name = "describe",
      description = "Describes an application file, or makes one; options: stress describe --help.")
  static final class Describe extends TierJarCommand {}

  @Override
  public Integer call() {
    String jar = StressJar.find().appSim().toString();
    List<String> command = new ArrayList<>(List.of(Installation.java(), "-jar", jar, spec.name()));
    command.addAll(arguments);
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw StressFailure.wrongUse("cannot run %s: %s", jar, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StressFailure.invalid("interrupted");
    }
  }
}
