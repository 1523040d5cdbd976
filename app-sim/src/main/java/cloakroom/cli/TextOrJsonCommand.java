package cloakroom.cli;

import cloakroom.contract.TierOptions;
import cloakroom.http.JsonText;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

abstract class TextOrJsonCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(names = TierOptions.JSON)
  boolean json;

  final void print(String text, Object object) {
    print(json ? JsonText.text(object) : text);
  }

  final void print(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
