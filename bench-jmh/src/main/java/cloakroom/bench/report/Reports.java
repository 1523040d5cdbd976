package cloakroom.bench.report;

import cloakroom.bench.run.StudiesResult;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/** Writes the reports that are files. */
public final class Reports {
  /** The page for people. */
  public static final String PAGE = "studies.html";

  /** The same for programs; {@code docs/studies.schema.json} describes it. */
  public static final String DATA = "studies.json";

  /** What JMH measured, in JMH's own format. */
  public static final String JMH = "jmh-result.json";

  private Reports() {}

  /**
   * Writes all of them; reports of an earlier run are replaced.
   *
   * @param folder an existing folder
   * @param jmh what JMH measured
   * @throws UncheckedIOException if a file cannot be written
   */
  public static void write(Path folder, StudiesResult result, Collection<RunResult> jmh) {
    try {
      Files.writeString(folder.resolve(DATA), StudiesJson.print(result));
      Files.writeString(folder.resolve(PAGE), StudiesPage.print(result));
      try (PrintStream file = new PrintStream(folder.resolve(JMH).toFile(), "UTF-8")) {
        ResultFormatFactory.getInstance(ResultFormatType.JSON, file).writeOut(jmh);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the reports into " + folder, e);
    }
  }
}
