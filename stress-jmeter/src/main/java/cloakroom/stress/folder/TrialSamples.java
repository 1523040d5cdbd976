package cloakroom.stress.folder;

import cloakroom.contract.ErrorClass;
import cloakroom.contract.StateKind;
import cloakroom.stress.folder.CountersFile.FaultPart;
import cloakroom.stress.folder.ProbeResults.OutcomeCounts;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Results from a trial's samples.jtl. Metrics include only requests that began and ended in the
 * measured phase. Counts for the audit also include the warm-up.
 */
public final class TrialSamples {
  private final long measuredFrom;
  private final long measuredTo;
  private final List<FaultPart> faults;
  private final Map<FaultPart, Long> met = new HashMap<>();
  private final Times response = new Times();
  private final Times service = new Times();
  private final Histogram lag = Times.histogram();
  private final Map<String, Long> lastEnds = new HashMap<>();
  private final Outages outages = new Outages();
  private final Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
  private final Map<ErrorClass, Long> errorClasses = new EnumMap<>(ErrorClass.class);
  private final Map<SampleCount, Long> rows = new EnumMap<>(SampleCount.class);
  private final Map<StateKind, OutcomeCounts> outcomes = new EnumMap<>(StateKind.class);
  private final Map<StateKind, Long> writes = new EnumMap<>(StateKind.class);

  public enum SampleCount {
    // TRANSACTIONS counts rows of JMeter transaction controllers in the measured phase.
    TRANSACTIONS,
    // The following constants count requests of the measured phase.
    REQUESTS,
    OK,
    COMMITS_ASKED,
    SESSIONS_LOST,
    /** Requests that failed only because their check of session state failed. */
    FINDINGS,
    /** Requests rejected because another user had locked the shared row. */
    CONFLICTS_LOCKED,
    /** Requests rejected because another user had changed the shared row. */
    CONFLICTS_CHANGED,
    // The following constants also count the warm-up. ANSWERED requests have an HTTP status.
    ANSWERED,
    UNANSWERED,
    COMMITS,
    COMMITS_OK,
    COMMITS_DOUBTFUL,
    EMPTY_COMMITS,
    // The following constants count requests after the warm-up.
    USERS_ANSWERED,
    USERS_UNANSWERED,
    PROBES_FAILED
  }

  private TrialSamples(long measuredFrom, long measuredTo, List<FaultPart> faults) {
    this.measuredFrom = measuredFrom;
    this.measuredTo = measuredTo;
    this.faults = faults;
  }

  static TrialSamples read(
      Path file, String name, boolean tolerant, long from, long to, List<FaultPart> faults) {
    TrialSamples samples = new TrialSamples(from, to, faults);
    CsvTable.read(file, name, tolerant, row -> samples.add(Sample.of(row)));
    return samples;
  }

  private void add(Sample sample) {
    boolean user = !sample.warmUp();
    boolean counts = user && sample.start() >= measuredFrom && sample.end() <= measuredTo;
    if (sample.transaction()) {
      count(SampleCount.TRANSACTIONS, counts);
      return;
    }
    long before = Objects.requireNonNullElse(lastEnds.put(sample.threadName(), sample.end()), 0L);
    Optional<Sample.Probe> probe = sample.probe();
    count(sample, user);
    if (user) {
      // Counts all phases, because a session can lose its state at any time.
      probe.ifPresent(of -> count(of, sample.success()));
      faults.stream()
          .filter(fault -> fault.meets(sample.start(), sample.end()))
          .forEach(fault -> met.merge(fault, 1L, Long::sum));
    }
    if (counts) {
      Optional<ProbeOutcome> outcome = probe.flatMap(Sample.Probe::outcome);
      measure(sample, outcome.filter(o -> o != ProbeOutcome.FAILED).isPresent(), before);
    }
  }

  private void count(Sample sample, boolean user) {
    boolean answered = sample.answered();
    boolean commit = sample.commit();
    boolean ok = sample.success();
    count(SampleCount.ANSWERED, answered);
    count(SampleCount.UNANSWERED, !answered);
    count(SampleCount.USERS_ANSWERED, answered && user);
    count(SampleCount.USERS_UNANSWERED, !answered && user);
    count(SampleCount.COMMITS, commit);
    count(SampleCount.COMMITS_OK, commit && ok && !sample.ofNothing() && !sample.conflict());
    count(SampleCount.EMPTY_COMMITS, commit && sample.ofNothing());
    count(SampleCount.COMMITS_DOUBTFUL, commit && !ok);
  }

  private void count(SampleCount what, boolean yes) {
    rows.merge(what, yes ? 1L : 0L, Long::sum);
  }

  private void count(Sample.Probe probe, boolean success) {
    StateKind kind = probe.kind();
    writes.merge(kind, probe.write() ? 1L : 0L, Long::sum);
    probe.outcome().ifPresent(o -> outcomes.merge(kind, OutcomeCounts.one(o), OutcomeCounts::plus));
    count(SampleCount.PROBES_FAILED, !success);
  }

  private void measure(Sample sample, boolean verdict, long before) {
    int second = (int) ((sample.start() - measuredFrom) / 1000);
    // A request that failed only because session state was lost does not count as an outage.
    boolean finding = !sample.success() && verdict && sample.answered();
    outages.add(sample, second, sample.success() || finding);
    response.add(second, sample.response());
    service.add(second, sample.elapsed());
    if (sample.dueReported()) {
      // Excludes the wait for the user's previous response, which the load generator did not cause.
      lag.recordValue(Math.min(sample.lag(), sample.start() - Math.min(sample.start(), before)));
    }
    count(SampleCount.REQUESTS, true);
    count(SampleCount.OK, sample.success());
    count(SampleCount.COMMITS_ASKED, sample.commit());
    if (sample.conflict()) {
      boolean locked = !sample.errorClass().isEmpty();
      count(locked ? SampleCount.CONFLICTS_LOCKED : SampleCount.CONFLICTS_CHANGED, true);
    }
    if (!sample.success()) {
      failures.merge(sample.kind(), 1L, Long::sum);
      String message = sample.failureMessage();
      count(SampleCount.SESSIONS_LOST, message.startsWith("stateLost: the session"));
      if (!sample.errorClass().isEmpty()) {
        errorClasses.merge(ErrorClass.of(sample.errorClass()), 1L, Long::sum);
      }
      count(SampleCount.FINDINGS, finding);
    }
  }

  /** Returns the times from when a request was due to the end of its response. */
  public Times response() {
    return response;
  }

  /** Returns the times from when a request was sent to the end of its response. */
  public Times service() {
    return service;
  }

  public Outages outages() {
    return outages;
  }

  /** Returns the number of requests that met a fault. */
  public long met(FaultPart fault) {
    return met.getOrDefault(fault, 0L);
  }

  /** Returns how late requests were sent, in milliseconds; NaN without a due time. */
  public double lagP95() {
    return lag.getTotalCount() == 0 ? Double.NaN : lag.getValueAtPercentile(95);
  }

  public long failures(FailureKind kind) {
    return failures.getOrDefault(kind, 0L);
  }

  public long failures(ErrorClass type) {
    return errorClasses.getOrDefault(type, 0L);
  }

  public long failures() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }

  public long rows(SampleCount what) {
    return rows.getOrDefault(what, 0L);
  }

  public ProbeResults verdicts() {
    return new ProbeResults(outcomes);
  }

  public Map<StateKind, Long> probes() {
    return writes;
  }

  /**
   * Recorder of outages and of seconds with failed requests. An outage begins with a failed
   * request; a slow one is none.
   */
  public static final class Outages {
    private final Map<String, Long> since = new HashMap<>();
    private final BitSet failed = new BitSet();
    private long longest;

    /**
     * Adds a request. A user's outage begins when a failed request was due and ends with the user's
     * next successful response.
     */
    void add(Sample sample, int second, boolean success) {
      if (!success) {
        since.putIfAbsent(sample.threadName(), sample.due());
        failed.set(Math.max(0, second));
      }
      long from = since.getOrDefault(sample.threadName(), sample.end());
      longest = Math.max(longest, sample.end() - from);
      if (success) {
        since.remove(sample.threadName());
      }
    }

    /**
     * Returns the longest outage of any user in seconds. An outage that did not end counts up to
     * the user's last request.
     */
    public double longestSeconds() {
      return longest / 1000.0;
    }

    public boolean failedIn(int second) {
      return failed.get(second);
    }
  }
}
