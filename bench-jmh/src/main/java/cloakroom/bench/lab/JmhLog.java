package cloakroom.bench.lab;

import cloakroom.database.EnvironmentException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH's own output of one study, all its rounds in one file. On the way it remembers which
 * benchmark runs: JMH does not say so when one throws.
 */
public final class JmhLog implements AutoCloseable {
  private static final String FORK_FAILED = "Forked VM failed";

  /** How a JVM begins that takes options from its environment. */
  private static final String NOTICE = "Picked up ";

  private static final int LAST_WORDS = 3;

  private final PrintStream file;
  private final List<String> lastWords = new CopyOnWriteArrayList<>();
  private boolean forkSpeaks;
  private volatile Map<String, String> running = Map.of();

  private JmhLog(PrintStream file) {
    this.file = file;
  }

  /** Begins the file anew. */
  public static JmhLog open(Path path) {
    try {
      OutputStream out = Files.newOutputStream(path);
      return new JmhLog(new PrintStream(out, true, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + path, e);
    }
  }

  public OutputFormat format() {
    OutputFormat plain = OutputFormatFactory.createFormatInstance(file, VerboseMode.NORMAL);
    return (OutputFormat)
        Proxy.newProxyInstance(
            JmhLog.class.getClassLoader(),
            new Class<?>[] {OutputFormat.class},
            (proxy, method, arguments) -> pass(plain, method, arguments));
  }

  private Object pass(OutputFormat to, Method method, Object[] arguments) throws Throwable {
    if (arguments != null && arguments.length > 0 && arguments[0] instanceof BenchmarkParams now) {
      running = parameters(now);
    }
    if (method.getName().equals("println")) {
      listen((String) arguments[0]);
    }
    if (method.getName().equals("close")) {
      // JMH closes it after each round
      file.flush();
      return null;
    }
    try {
      return method.invoke(to, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** The parameters that ran and why they failed, in one line. */
  String explained(Throwable thrown) {
    String with =
        running.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(", "));
    return with.isEmpty() ? reason(thrown) : "with " + with + ": " + reason(thrown);
  }

  /** Why a run failed, in one line; where the fork's own words alone say it, with them. */
  String reason(Throwable thrown) {
    String reason = cause(thrown);
    return reason.contains(FORK_FAILED) && !lastWords.isEmpty()
        ? reason + ": " + String.join(" | ", lastWords)
        : reason;
  }

  /** JMH prints what the fork wrote last, its output and then its errors, each framed by tags. */
  private void listen(String line) {
    if (line.startsWith("<forked VM failed")) {
      lastWords.clear();
    } else if (line.startsWith("<stdout last=") || line.startsWith("<stderr last=")) {
      forkSpeaks = true;
    } else if (line.equals("</stdout>") || line.equals("</stderr>")) {
      forkSpeaks = false;
    } else if (forkSpeaks && !line.isBlank() && !line.startsWith(NOTICE)) {
      lastWords.add(line.strip());
      if (lastWords.size() > LAST_WORDS) {
        lastWords.remove(0);
      }
    }
  }

  /** What was thrown first: JMH wraps it, and hangs what a fork sent below as suppressed. */
  static String cause(Throwable thrown) {
    Throwable deepest = thrown;
    for (Optional<Throwable> next = inner(thrown); next.isPresent(); next = inner(deepest)) {
      deepest = next.get();
    }
    String message = deepest.getMessage();
    String words =
        message == null || message.isBlank()
            ? deepest.getClass().getSimpleName()
            : deepest.getClass().getSimpleName() + ": " + message;
    return EnvironmentException.oneLine(words);
  }

  private static Optional<Throwable> inner(Throwable thrown) {
    return Stream.concat(
            Arrays.stream(thrown.getSuppressed()), Stream.ofNullable(thrown.getCause()))
        .findFirst();
  }

  static Map<String, String> parameters(BenchmarkParams params) {
    Map<String, String> all = new TreeMap<>();
    for (String name : params.getParamsKeys()) {
      all.put(name, params.getParam(name));
    }
    return all;
  }

  @Override
  public void close() {
    file.close();
  }
}
