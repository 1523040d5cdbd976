package cloakroom.stress.run;

import cloakroom.contract.OneLine;
import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.HtmlRenderer;
import cloakroom.stress.document.Replacement;
import cloakroom.stress.files.BaselinesFile;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.ConsoleTable;
import cloakroom.stress.report.Reports;
import cloakroom.usage.Usage;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all commands of the program have: help, and a way to tell their results. */
@Command(mixinStandardHelpOptions = true)
abstract class StressCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  final void print(String text) {
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
  }

  /** Prints a document and writes its page; in a folder that is kept read-only there is none. */
  final void show(Document document, Path page) {
    try {
      String name = page.getFileName().toString();
      Replacement.write(page.getParent(), Map.of(name, HtmlRenderer.print(document)));
      print("page: " + page.toUri() + "\n");
    } catch (UncheckedIOException e) {
      spec.commandLine().getErr().println(e.getMessage());
    }
    print(ConsoleRenderer.print(document));
  }

  /** Prints the table of a run and where its report is; returns the exit code. */
  final int show(RunSummary run, Path folder) {
    print("report: " + folder.resolve("report.html").toUri() + "\n" + ConsoleTable.print(run));
    return Reports.exitCode(run);
  }

  /** The folder of a run, that is given by it or by the name of a baseline. */
  static Path runFolder(String given) {
    return BaselinesFile.folders(List.of(given), StressJar.find().runs()).get(0);
  }

  /** Tells what went wrong in one line; returns the exit code. */
  static int fail(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    boolean known = e instanceof StressFailure || e instanceof IllegalArgumentException;
    Usage.tell(command, known ? e.getMessage() : OneLine.of(e));
    return e instanceof StressFailure failure ? failure.exitCode() : StressFailure.WRONG_USE;
  }
}
