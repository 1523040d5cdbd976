package cloakroom.cli;

import cloakroom.contract.TierOptions;
import cloakroom.http.JsonText;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that answers a person in text, and a program in JSON. */
abstract class TextOrJsonCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(names = TierOptions.JSON)
  boolean json;

  /** The text for a person; for a program the answer, an object on a line. */
  final void print(String text, Object answer) {
    print(json ? JsonText.text(answer) : text);
  }

  final void print(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
