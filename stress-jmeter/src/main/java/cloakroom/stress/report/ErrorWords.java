package cloakroom.stress.report;

import cloakroom.contract.ErrorClass;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.measure.VariantSummary;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What stood behind the failed requests, as a line. */
final class ErrorWords {
  private ErrorWords() {}

  /** Whether no request failed with an error of a connection or the database. */
  static boolean none(List<VariantSummary> variants) {
    return Stream.of(ErrorClass.values()).allMatch(type -> count(type, trials(variants)) == 0);
  }

  /** For instance "by database error: session dead 12, lock 3"; empty if there is none. */
  static Optional<String> line(RunSummary run) {
    String classes =
        Stream.of(ErrorClass.values())
            .filter(type -> count(type, run.trials()) > 0)
            .map(type -> words(type, count(type, run.trials())))
            .collect(Collectors.joining(", "));
    return Optional.of(classes)
        .filter(found -> !found.isEmpty())
        .map(found -> "by database error: " + found);
  }

  private static String words(ErrorClass type, long count) {
    return String.format(Locale.ROOT, "%s %,d", type.label(), count);
  }

  private static List<TrialSummary> trials(List<VariantSummary> variants) {
    return variants.stream().map(VariantSummary::trials).flatMap(Collection::stream).toList();
  }

  private static long count(ErrorClass type, List<TrialSummary> trials) {
    return trials.stream().mapToLong(trial -> trial.errors().of(type)).sum();
  }
}
