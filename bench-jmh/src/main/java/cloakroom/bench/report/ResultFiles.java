package cloakroom.bench.report;

import cloakroom.bench.harness.StudiesRun.StudiesResult;
import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.HtmlRenderer;
import cloakroom.stress.document.Replacement;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

public final class ResultFiles {
  public static final String PAGE = "studies.html";
  static final String DATA = "studies.json";
  static final String JMH = "jmh-result.json";

  private ResultFiles() {}

  /**
   * Writes the result files of a benchmark run to {@code folder} and replaces existing files.
   *
   * @return text report for the console
   */
  public static String write(
      Path folder, StudiesResult result, List<StudiesFile> others, Collection<RunResult> jmh) {
    StudiesFile data = StudiesFile.of(result);
    ByteArrayOutputStream ofJmh = new ByteArrayOutputStream();
    ResultFormatFactory.getInstance(
            ResultFormatType.JSON, new PrintStream(ofJmh, false, StandardCharsets.UTF_8))
        .writeOut(jmh);
    Replacement.write(
        folder,
        Map.of(
            DATA,
            data.print(),
            PAGE,
            HtmlRenderer.print(StudiesDocument.of(result, data, others)),
            JMH,
            ofJmh.toString(StandardCharsets.UTF_8)));
    return console(result, ConsoleRenderer.width(ConsoleRenderer.DEFAULT_WIDTH));
  }

  static String console(StudiesResult result, int width) {
    return ConsoleRenderer.print(StudiesDocument.brief(result), width);
  }
}
