package cloakroom.command;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description =
        "Prints a script with which bash and zsh complete commands and options. For the current"
            + " shell: source <(${ROOT-COMMAND-NAME} completion)")
public final class Completion implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    CommandSpec root = spec.root();
    PrintWriter out = spec.commandLine().getOut();
    out.print(AutoComplete.bash(root.name(), root.commandLine()));
    out.print('\n'); // shells require LF on every platform
    out.flush();
  }
}
