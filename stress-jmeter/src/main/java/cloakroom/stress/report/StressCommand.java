package cloakroom.stress.report;

import cloakroom.command.Usage;
import cloakroom.platform.OneLine;
import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.HtmlRenderer;
import cloakroom.stress.document.Replacement;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.process.StressFailure;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all commands of the program have: help, and a way to tell their results. */
@Command(mixinStandardHelpOptions = true)
public abstract class StressCommand implements Callable<Integer> {
  public @Spec CommandSpec spec;

  protected final void print(String text) {
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
  }

  /** Prints a document and writes its page; in a folder that is kept read-only there is none. */
  public final void show(Document document, Path page) {
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
  public final int show(RunSummary run, Path folder) {
    print("report: " + folder.resolve("report.html").toUri() + "\n" + ConsoleTable.print(run));
    return Reports.exitCode(run);
  }

  /** Tells what went wrong in one line; returns the exit code. */
  public static int fail(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    boolean known = e instanceof StressFailure || e instanceof IllegalArgumentException;
    Usage.printError(command, known ? e.getMessage() : OneLine.of(e));
    return e instanceof StressFailure failure ? failure.exitCode() : StressFailure.WRONG_USE;
  }
}
