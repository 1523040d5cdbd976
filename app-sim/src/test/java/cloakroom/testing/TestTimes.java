package cloakroom.testing;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Listener that appends the run time of each test class, and each skipped test, to files that the
 * build prints. All modules load it by {@code META-INF/services}.
 */
public final class TestTimes implements TestExecutionListener {
  private final Path folder;
  private final Map<String, Long> began = new ConcurrentHashMap<>();

  @SuppressWarnings("unused") // found by its name
  public TestTimes() {
    this(Path.of("target", "test-times"));
  }

  TestTimes(Path folder) {
    this.folder = folder;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.getSource().filter(ClassSource.class::isInstance).isPresent()) {
      began.put(test.getUniqueId(), System.nanoTime());
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    skipped(test, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Long begin = began.remove(test.getUniqueId());
    if (begin != null) {
      double seconds = (System.nanoTime() - begin) / 1e9;
      append("times.txt", String.format(Locale.ROOT, "  %6.1f s  %s", seconds, name(test)));
    }
    if (result.getStatus() == Status.ABORTED) {
      skipped(test, result.getThrowable().map(Throwable::getMessage).orElse(""));
    }
  }

  private void skipped(TestIdentifier test, String reason) {
    append(
        "skipped.txt", "  " + name(test) + ": " + reason.strip().replaceAll("\\s*\\R\\s*", "; "));
  }

  private static String name(TestIdentifier test) {
    return test.getSource()
        .map(
            source ->
                source instanceof MethodSource method
                    ? method.getClassName() + "." + method.getMethodName()
                    : source instanceof ClassSource type
                        ? type.getClassName()
                        : test.getDisplayName())
        .orElse(test.getDisplayName());
  }

  private void append(String file, String line) {
    try {
      Files.createDirectories(folder);
      Files.write(folder.resolve(file), List.of(line), CREATE, APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
