package cloakroom.bench.run;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A benchmark threw. The message is one line: the parameters it ran with, and what it said. */
final class StudyFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient StudyResult before;

  /**
   * A failure.
   *
   * @param log of the run: what ran, and what a fork said
   * @param thrown what came of it
   * @param before what was measured until then
   */
  StudyFailure(JmhLog log, Throwable thrown, StudyResult before) {
    super(words(log.running()) + log.reason(thrown), thrown);
    this.before = before;
  }

  private StudyFailure(StudyFailure same, StudyResult before) {
    super(same.getMessage(), same.getCause());
    this.before = before;
  }

  /** The same failure, with more said about what was measured until then. */
  StudyFailure with(StudyResult more) {
    return new StudyFailure(this, more);
  }

  /** What was measured until then. */
  StudyResult before() {
    return before;
  }

  private static String words(Map<String, String> parameters) {
    return parameters.isEmpty()
        ? ""
        : parameters.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(", ", "with ", ": "));
  }

  /** What was thrown first: JMH wraps it, and hangs what a fork sent below as suppressed. */
  static String reason(Throwable thrown) {
    Throwable deepest = thrown;
    for (Optional<Throwable> next = inner(thrown); next.isPresent(); next = inner(deepest)) {
      deepest = next.get();
    }
    String message = deepest.getMessage();
    String words =
        message == null || message.isBlank()
            ? deepest.getClass().getSimpleName()
            : deepest.getClass().getSimpleName() + ": " + message;
    return words.strip().replaceAll("\\s*\\R\\s*", " ");
  }

  private static Optional<Throwable> inner(Throwable thrown) {
    return Stream.concat(
            Arrays.stream(thrown.getSuppressed()), Stream.ofNullable(thrown.getCause()))
        .findFirst();
  }
}
