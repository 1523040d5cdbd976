package cloakroom.bench.run;

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
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH's own output of one study, all its rounds in one file. On the way it remembers which
 * benchmark runs: JMH does not say so when one throws.
 */
public final class JmhLog implements AutoCloseable {
  private final PrintStream file;
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

  /** For JMH's runner. */
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

  /** Parameters of the benchmark that began last; empty before the first. */
  Map<String, String> running() {
    return running;
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
