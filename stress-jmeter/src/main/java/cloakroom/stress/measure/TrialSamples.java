package cloakroom.stress.measure;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What the JTL file of one trial holds. A sample counts if it is no warm-up and both began and
 * ended in the measured phase; the rows of all phases are counted beside that, for the audit.
 */
final class TrialSamples {
  private final long measuredFrom;
  private final long measuredTo;
  private final Times response = new Times();
  private final Times service = new Times();
  private final Histogram lag = Percentiles.histogram();
  private final Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
  private final Map<ErrorClass, Long> errorClasses = new EnumMap<>(ErrorClass.class);
  private long ok;
  private long requests;
  private long transactions;
  private long findings;
  private final Rows rows = new Rows();
  private final ProbeSamples probes = new ProbeSamples();

  TrialSamples(long measuredFrom, long measuredTo) {
    this.measuredFrom = measuredFrom;
    this.measuredTo = measuredTo;
    for (FailureKind kind : FailureKind.values()) {
      failures.put(kind, 0L);
    }
    for (ErrorClass type : ErrorClass.values()) {
      errorClasses.put(type, 0L);
    }
  }

  /** Counts of rows in all phases, inside and outside the measured window. */
  static final class Rows {
    long answered;
    long unanswered;
    long userAnswered;
    long userUnanswered;
    long outside;
    long commitLabels;
    long commitsOk;
    long commitsDoubtful;
    long commitsOfNothing;
  }

  void add(Sample sample) {
    boolean counts = counts(sample);
    if (sample.transaction()) {
      transactions += counts ? 1 : 0;
      return;
    }
    countRow(sample);
    if (!sample.warmUp()) {
      probes.add(sample);
    }
    if (counts) {
      countRequest(sample);
    } else if (!sample.warmUp()) {
      rows.outside++;
    }
  }

  private boolean counts(Sample sample) {
    return !sample.warmUp() && sample.start() >= measuredFrom && sample.end() <= measuredTo;
  }

  private void countRow(Sample sample) {
    boolean user = !sample.warmUp();
    if (sample.answered()) {
      rows.answered++;
      rows.userAnswered += user ? 1 : 0;
    } else {
      rows.unanswered++;
      rows.userUnanswered += user ? 1 : 0;
    }
    if (sample.label().endsWith(" commit")) {
      rows.commitLabels++;
      rows.commitsOk += sample.success() && !sample.ofNothing() ? 1 : 0;
      rows.commitsOfNothing += sample.ofNothing() ? 1 : 0;
      rows.commitsDoubtful += sample.success() ? 0 : 1;
    }
  }

  private void countRequest(Sample sample) {
    requests++;
    int second = (int) ((sample.start() - measuredFrom) / 1000);
    response.add(second, sample.response());
    service.add(second, sample.service());
    lag.recordValue(sample.lag());
    if (sample.success()) {
      ok++;
    } else {
      failures.merge(FailureKind.of(sample), 1L, Long::sum);
      if (!sample.errorClass().isEmpty()) {
        errorClasses.merge(ErrorClass.of(sample.errorClass()), 1L, Long::sum);
      }
      findings += finding(sample) ? 1 : 0;
    }
  }

  /** A probe's verdict that the tier gave an answer for is what the plan went to find. */
  private static boolean finding(Sample sample) {
    return sample.answered() && Probe.of(sample).flatMap(Probe::fate).isPresent();
  }

  Times response() {
    return response;
  }

  Times service() {
    return service;
  }

  double lagP95() {
    return Percentiles.summarise(lag, 1).p95();
  }

  /** The file has no column for them. */
  void withoutClasses() {
    errorClasses.clear();
  }

  Errors errors() {
    return new Errors(failures, errorClasses);
  }

  /** Failed requests that are verdicts of probes. */
  long findings() {
    return findings;
  }

  ProbeSamples probes() {
    return probes;
  }

  long ok() {
    return ok;
  }

  long requests() {
    return requests;
  }

  long transactions() {
    return transactions;
  }

  Rows rows() {
    return rows;
  }
}
