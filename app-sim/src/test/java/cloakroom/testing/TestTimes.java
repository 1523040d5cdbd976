package cloakroom.testing;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Says at the end of a module's tests which classes took longest, and why tests were skipped: a
 * build that gets slower, or tests less, tells so itself. All modules have this one by {@code
 * META-INF/services}.
 */
public final class TestTimes implements TestExecutionListener {
  private static final int SHOWN = 10;

  private final PrintStream out;
  private final Map<String, Long> began = new ConcurrentHashMap<>();
  private final Map<String, Long> nanos = new ConcurrentHashMap<>();
  private final List<String> skipped = new CopyOnWriteArrayList<>();

  /** For the launcher, which prints on standard output. */
  @SuppressWarnings("unused") // found by its name
  public TestTimes() {
    this(System.out);
  }

  TestTimes(PrintStream out) {
    this.out = out;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (isClass(test)) {
      began.put(test.getUniqueId(), System.nanoTime());
    }
  }

  private static boolean isClass(TestIdentifier test) {
    return test.getSource().filter(ClassSource.class::isInstance).isPresent();
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    skipped.add(name(test) + ": " + reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Long begin = began.remove(test.getUniqueId());
    if (begin != null) {
      nanos.merge(name(test), System.nanoTime() - begin, Long::sum);
    }
    if (result.getStatus() == Status.ABORTED) {
      skipped.add(name(test) + ": " + result.getThrowable().map(Throwable::getMessage).orElse(""));
    }
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

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    StringBuilder text = new StringBuilder();
    double all = nanos.values().stream().mapToLong(Long::longValue).sum() / 1e9;
    text.append(
        String.format(Locale.ROOT, "%d test classes in %.1f s; slowest:%n", nanos.size(), all));
    nanos.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
        .limit(SHOWN)
        .forEach(
            one ->
                text.append(
                    String.format(
                        Locale.ROOT, "  %6.1f s  %s%n", one.getValue() / 1e9, one.getKey())));
    if (!skipped.isEmpty()) {
      text.append(String.format("skipped:%n"));
      skipped.forEach(
          one ->
              text.append("  ").append(one.strip().replaceAll("\\s*\\R\\s*", "; ")).append('\n'));
    }
    out.print(text);
    out.flush();
  }
}
