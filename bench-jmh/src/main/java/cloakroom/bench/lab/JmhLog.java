package cloakroom.bench.lab;

import cloakroom.contract.OneLine;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH's own output, all runs in one file. What JMH does not say when a benchmark throws is read
 * from there: with which parameters, and what the fork wrote last.
 */
record JmhLog(Path path) {
  private static final String BENCHMARK = "# Benchmark: ";
  private static final String PARAMETERS = "# Parameters: (";
  private static final String FORK_FAILED = "Forked VM failed";

  /** How a JVM begins that takes options from its environment. */
  private static final String NOTICE = "Picked up ";

  private static final int LAST_WORDS = 3;

  /** Begins the file anew. */
  JmhLog {
    try {
      Files.write(path, new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + path, e);
    }
  }

  /** Where JMH's next run writes; JMH closes it. */
  OutputFormat format() {
    try {
      PrintStream end =
          new PrintStream(
              Files.newOutputStream(path, StandardOpenOption.APPEND), true, StandardCharsets.UTF_8);
      return OutputFormatFactory.createFormatInstance(end, VerboseMode.NORMAL);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + path, e);
    }
  }

  /** The parameters that ran and why they failed, in one line. */
  String explained(Throwable thrown) {
    String run = from(BENCHMARK);
    int parameters = run.indexOf(PARAMETERS);
    if (parameters < 0) {
      return reason(thrown);
    }
    int begin = parameters + PARAMETERS.length();
    String with = run.substring(begin, run.indexOf(")\n", begin)).replace(" = ", "=");
    return "with " + with + ": " + reason(thrown);
  }

  /** Why a run failed, in one line; where the fork's own words alone say it, with them. */
  String reason(Throwable thrown) {
    String reason = cause(thrown);
    if (!reason.contains(FORK_FAILED)) {
      return reason;
    }
    List<String> words =
        from("<forked VM failed")
            .lines()
            .takeWhile(line -> !line.equals("</stderr>"))
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("<") && !line.startsWith(NOTICE))
            .toList();
    String last =
        String.join(" | ", words.subList(Math.max(0, words.size() - LAST_WORDS), words.size()));
    return last.isEmpty() ? reason : reason + ": " + last;
  }

  /** The file from where this stands last; nothing if it does not. */
  private String from(String mark) {
    try {
      String all = Files.readString(path);
      return all.contains(mark) ? all.substring(all.lastIndexOf(mark)) : "";
    } catch (IOException e) {
      return "";
    }
  }

  /** What was thrown first: JMH wraps it, and hangs what a fork sent below as suppressed. */
  static String cause(Throwable thrown) {
    Throwable deepest = thrown;
    for (Optional<Throwable> next = inner(thrown); next.isPresent(); next = inner(deepest)) {
      deepest = next.get();
    }
    return OneLine.of(deepest);
  }

  private static Optional<Throwable> inner(Throwable thrown) {
    return Stream.concat(
            Arrays.stream(thrown.getSuppressed()), Stream.ofNullable(thrown.getCause()))
        .findFirst();
  }
}
