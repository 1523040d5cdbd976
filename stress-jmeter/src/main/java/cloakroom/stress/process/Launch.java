package cloakroom.stress.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How to start a child process.
 *
 * @param name what messages call it: "tier", "database", "engine"
 * @param command the command line; never holds a secret, because every user of the machine can see
 *     it
 * @param environment variables added to those of this process; secrets travel here, and only here
 * @param log the file that gets the error stream and every output line that is no event
 * @param folder where it works; null for the folder of this process
 */
public record Launch(
    String name, List<String> command, Map<String, String> environment, Path log, Path folder) {
  /** A process that works in the folder of this one. */
  public Launch(String name, List<String> command, Map<String, String> environment, Path log) {
    this(name, command, environment, log, null);
  }

  public Launch with(String... arguments) {
    List<String> longer = new ArrayList<>(command);
    longer.addAll(List.of(arguments));
    return new Launch(name, longer, environment, log, folder);
  }

  /** Leaves the environment out, because it may hold a password. */
  @Override
  public String toString() {
    return name + " " + command;
  }
}
