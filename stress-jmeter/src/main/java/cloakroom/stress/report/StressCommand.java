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
import picocli.CommandLine.Model.CommandSpec;

@CommandLine.Command(mixinStandardHelpOptions = true)
public abstract class StressCommand implements Callable<Integer> {
  public @CommandLine.Spec CommandSpec spec;

  protected final void print(String text) {
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
  }

  public final void show(Document document, Path page) {
    try {
      String name = page.getFileName().toString();
      Replacement.write(page.getParent(), Map.of(name, HtmlRenderer.print(document)));
      print("page: " + page.toUri() + "\n");
    } catch (UncheckedIOException e) {
      spec.commandLine().getErr().println(e.getMessage());
    }
    print(ConsoleRenderer.print(document, ConsoleRenderer.width(ConsoleRenderer.DEFAULT_WIDTH)));
  }

  public final int show(RunSummary run, Path folder) {
    int width = ConsoleRenderer.width(Reports.defaultWidth(run));
    print("report: " + folder.resolve("report.html").toUri() + "\n" + Reports.console(run, width));
    return Reports.exitCode(run);
  }

  public static int fail(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    boolean known = e instanceof StressFailure || e instanceof IllegalArgumentException;
    Usage.printError(command, known ? e.getMessage() : OneLine.of(e));
    return e instanceof StressFailure failure ? failure.exitCode() : StressFailure.WRONG_USE;
  }
}
