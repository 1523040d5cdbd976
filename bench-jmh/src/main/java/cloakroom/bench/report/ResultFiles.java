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

/** Writes the reports that are files, and gives back the one for the console. */
public final class ResultFiles {
  public static final String PAGE = "studies.html";

  /** What the page says, for programs; {@code docs/studies.schema.json} describes it. */
  static final String DATA = "studies.json";

  static final String JMH = "jmh-result.json";

  private ResultFiles() {}

  /**
   * Writes all of them in place of those of an earlier run, with the ratios of other runs on the
   * page; gives back what a console shows.
   */
  public static String write(
      Path folder, StudiesResult result, List<StudiesFile> others, Collection<RunResult> jmh) {
    StudiesFile data = StudiesFile.of(result);
    Replacement.write(
        folder,
        Map.of(
            DATA,
            data.print(),
            PAGE,
            HtmlRenderer.print(StudiesDocument.of(result, data, others)),
            JMH,
            ofJmh(jmh)));
    return ConsoleRenderer.print(StudiesDocument.brief(result));
  }

  /** JMH's own format, which its viewers read. */
  private static String ofJmh(Collection<RunResult> results) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ResultFormatFactory.getInstance(
            ResultFormatType.JSON, new PrintStream(bytes, false, StandardCharsets.UTF_8))
        .writeOut(results);
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
