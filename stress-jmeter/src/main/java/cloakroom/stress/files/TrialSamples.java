package cloakroom.stress.files;

import cloakroom.contract.ErrorClass;
import cloakroom.stress.measure.Errors;
import cloakroom.stress.measure.FailureKind;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What the JTL file of one trial holds. A sample counts if it is no warm-up and both began and
 * ended in the measured phase; the rows of all phases are counted beside that, for the audit.
 */
public final class TrialSamples {
  private final long measuredFrom;
  private final long measuredTo;
  private final Times response = new Times();
  private final Times service = new Times();
  private final Histogram lag = Percentiles.histogram();
  private final Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
  private final Map<ErrorClass, Long> errorClasses = new EnumMap<>(ErrorClass.class);
  private final Map<Rows, Long> rows = new EnumMap<>(Rows.class);
  private final ProbeSamples probes = new ProbeSamples();
  private long ok;
  private long requests;
  private long transactions;
  private long findings;

  /** What rows are counted as, inside and outside the measured phase. */
  public enum Rows {
    /** Requests that got an HTTP status. */
    ANSWERED,
    /** Requests that got none. */
    UNANSWERED,
    /** Those that got one after the warm-up. */
    USERS_ANSWERED,
    /** Those that got none after the warm-up. */
    USERS_UNANSWERED,
    /** Requests whose name ends with " commit". */
    COMMITS,
    /** Those that committed something. */
    COMMITS_OK,
    /** Those that failed for the user. */
    COMMITS_DOUBTFUL,
    /** Those that had nothing to commit. */
    COMMITS_OF_NOTHING
  }

  private TrialSamples(long measuredFrom, long measuredTo) {
    this.measuredFrom = measuredFrom;
    this.measuredTo = measuredTo;
  }

  static TrialSamples read(Path file, String name, boolean tolerant, long from, long to) {
    TrialSamples samples = new TrialSamples(from, to);
    Sample.read(file, name, tolerant, samples::add);
    return samples;
  }

  private void add(Sample sample) {
    boolean counts =
        !sample.warmUp() && sample.start() >= measuredFrom && sample.end() <= measuredTo;
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
    }
  }

  private void countRow(Sample sample) {
    boolean user = !sample.warmUp();
    boolean answered = sample.answered();
    count(Rows.ANSWERED, answered);
    count(Rows.UNANSWERED, !answered);
    count(Rows.USERS_ANSWERED, answered && user);
    count(Rows.USERS_UNANSWERED, !answered && user);
    if (sample.label().endsWith(" commit")) {
      count(Rows.COMMITS, true);
      count(Rows.COMMITS_OK, sample.success() && !sample.ofNothing());
      count(Rows.COMMITS_OF_NOTHING, sample.ofNothing());
      count(Rows.COMMITS_DOUBTFUL, !sample.success());
    }
  }

  private void count(Rows what, boolean yes) {
    rows.merge(what, yes ? 1L : 0L, Long::sum);
  }

  private void countRequest(Sample sample) {
    requests++;
    int second = (int) ((sample.start() - measuredFrom) / 1000);
    response.add(second, sample.response());
    service.add(second, sample.elapsed());
    lag.recordValue(sample.lag());
    if (sample.success()) {
      ok++;
      return;
    }
    failures.merge(sample.kind(), 1L, Long::sum);
    if (!sample.errorClass().isEmpty()) {
      errorClasses.merge(ErrorClass.of(sample.errorClass()), 1L, Long::sum);
    }
    // a probe's verdict that the tier gave an answer for is what the plan went to find
    findings += sample.answered() && sample.probe().flatMap(Sample.Probe::fate).isPresent() ? 1 : 0;
  }

  /** Times from when requests were due. */
  public Times response() {
    return response;
  }

  /** Times from when requests were sent. */
  public Times service() {
    return service;
  }

  /** Milliseconds that requests left late, 95th percentile. */
  public double lagP95() {
    return lag.getTotalCount() == 0 ? 0 : lag.getValueAtPercentile(95);
  }

  /** The requests that failed. */
  public Errors errors() {
    return new Errors(failures, errorClasses);
  }

  /** Failed requests that are verdicts of probes. */
  public long findings() {
    return findings;
  }

  /** The probes. */
  public ProbeSamples probes() {
    return probes;
  }

  /** Requests that succeeded. */
  public long ok() {
    return ok;
  }

  /** All requests. */
  public long requests() {
    return requests;
  }

  /** Change-and-commit pairs. */
  public long transactions() {
    return transactions;
  }

  /** Rows of all phases that are counted as that. */
  public long rows(Rows what) {
    return rows.getOrDefault(what, 0L);
  }
}
