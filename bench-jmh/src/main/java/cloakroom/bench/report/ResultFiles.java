package cloakroom.bench.report;

import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.lab.Environment;
import cloakroom.bench.lab.StudiesRun.StudiesResult;
import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.HtmlRenderer;
import cloakroom.stress.document.Replacement;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
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
   * Writes all of them; reports of an earlier run are replaced.
   *
   * @return what a console shows
   * @throws UncheckedIOException if a file cannot be written
   */
  public static String write(Path folder, StudiesResult result, Collection<RunResult> jmh) {
    Replacement.write(
        folder,
        Map.of(DATA, ResultJson.of(result), PAGE, HtmlRenderer.print(StudiesDocument.of(result))));
    try (PrintStream file = new PrintStream(folder.resolve(JMH).toFile(), "UTF-8")) {
      ResultFormatFactory.getInstance(ResultFormatType.JSON, file).writeOut(jmh);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + folder.resolve(JMH), e);
    }
    return ConsoleRenderer.print(StudiesDocument.brief(result));
  }

  /**
   * Writes what a family found.
   *
   * @return what a console shows
   */
  public static String write(Path file, FamilyResult result, Environment environment) {
    write(file, ResultJson.of(result, environment));
    return ConsoleRenderer.print(FamilyDocument.of(result, environment));
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
