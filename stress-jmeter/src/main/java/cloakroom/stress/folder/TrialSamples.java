package cloakroom.stress.folder;

import cloakroom.contract.ErrorClass;
import cloakroom.contract.StateKind;
import cloakroom.stress.folder.ProbeResults.OutcomeCounts;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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
  private final Histogram lag = Times.histogram();
  private final Map<String, Long> lastEnds = new HashMap<>();
  private final Outages outages = new Outages();
  private final Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
  private final Map<ErrorClass, Long> errorClasses = new EnumMap<>(ErrorClass.class);
  private final Map<SampleCount, Long> rows = new EnumMap<>(SampleCount.class);
  private final Map<StateKind, OutcomeCounts> fates = new EnumMap<>(StateKind.class);
  private final Map<StateKind, Long> writes = new EnumMap<>(StateKind.class);

  public enum SampleCount {
    /** Requests of the measured phase. */
    REQUESTS,
    /** Those that succeeded. */
    OK,
    /** Those that failed and are verdicts of probes. */
    FINDINGS,
    /** Change-and-commit pairs of the measured phase. */
    TRANSACTIONS,
    /** Requests of any phase that got an HTTP status. */
    ANSWERED,
    /** Requests of any phase that got none. */
    UNANSWERED,
    /** Those that got one after the warm-up. */
    USERS_ANSWERED,
    /** Those that got none after the warm-up. */
    USERS_UNANSWERED,
    /** Requests of any phase whose name ends with " commit". */
    COMMITS,
    /** Those that committed something. */
    COMMITS_OK,
    /** Those that failed for the user. */
    COMMITS_DOUBTFUL,
    /** Those that had nothing to commit. */
    EMPTY_COMMITS,
    /** Commit requests of the measured phase. */
    COMMITS_ASKED,
    /** Those that met another user's lock, where rows are shared. */
    CONFLICTS_LOCKED,
    /** Those that met another user's change. */
    CONFLICTS_CHANGED,
    /** Requests of the measured phase whose answer showed that the whole session was gone. */
    SESSIONS_LOST,
    /** Writes and reads of probes that failed. */
    PROBES_FAILED
  }

  private TrialSamples(long measuredFrom, long measuredTo) {
    this.measuredFrom = measuredFrom;
    this.measuredTo = measuredTo;
  }

  static TrialSamples read(Path file, String name, boolean tolerant, long from, long to) {
    TrialSamples samples = new TrialSamples(from, to);
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
    Long ended = lastEnds.put(sample.threadName(), sample.end());
    long before = ended == null ? 0 : ended;
    Optional<Sample.Probe> probe = sample.probe();
    count(sample, user);
    if (user) {
      probe.ifPresent(of -> count(of, sample.success()));
    }
    if (counts) {
      Optional<ProbeOutcome> fate = probe.flatMap(Sample.Probe::fate);
      measure(sample, fate.filter(f -> f != ProbeOutcome.FAILED).isPresent(), before);
    }
  }

  private void count(Sample sample, boolean user) {
    boolean answered = sample.answered();
    count(SampleCount.ANSWERED, answered);
    count(SampleCount.UNANSWERED, !answered);
    count(SampleCount.USERS_ANSWERED, answered && user);
    count(SampleCount.USERS_UNANSWERED, !answered && user);
    boolean commit = sample.commit();
    count(SampleCount.COMMITS, commit);
    count(
        SampleCount.COMMITS_OK,
        commit && sample.success() && !sample.ofNothing() && !sample.conflict());
    count(SampleCount.EMPTY_COMMITS, commit && sample.ofNothing());
    count(SampleCount.COMMITS_DOUBTFUL, commit && !sample.success());
  }

  private void count(SampleCount what, boolean yes) {
    rows.merge(what, yes ? 1L : 0L, Long::sum);
  }

  /** A verdict does not depend on when it was given: those at the edges of the phase count too. */
  private void count(Sample.Probe probe, boolean success) {
    writes.merge(probe.kind(), probe.write() ? 1L : 0L, Long::sum);
    probe
        .fate()
        .ifPresent(fate -> fates.merge(probe.kind(), OutcomeCounts.one(fate), OutcomeCounts::plus));
    count(SampleCount.PROBES_FAILED, !success);
  }

  private void measure(Sample sample, boolean verdict, long before) {
    int second = (int) ((sample.start() - measuredFrom) / 1000);
    // a probe's verdict is an answer
    outages.add(sample, second, sample.success() || (verdict && sample.answered()));
    response.add(second, sample.response());
    service.add(second, sample.elapsed());
    // who still waits for an answer is not kept by the generator
    lag.recordValue(Math.min(sample.lag(), sample.start() - Math.min(sample.start(), before)));
    count(SampleCount.REQUESTS, true);
    count(SampleCount.OK, sample.success());
    count(SampleCount.COMMITS_ASKED, sample.commit());
    if (sample.conflict()) {
      boolean locked = !sample.errorClass().isEmpty();
      count(locked ? SampleCount.CONFLICTS_LOCKED : SampleCount.CONFLICTS_CHANGED, true);
    }
    if (!sample.success()) {
      failures.merge(sample.kind(), 1L, Long::sum);
      count(
          SampleCount.SESSIONS_LOST, sample.failureMessage().startsWith("stateLost: the session"));
      if (!sample.errorClass().isEmpty()) {
        errorClasses.merge(ErrorClass.of(sample.errorClass()), 1L, Long::sum);
      }
      // a probe's verdict that the tier gave an answer for is what the plan went to find
      count(SampleCount.FINDINGS, verdict && sample.answered());
    }
  }

  /** Times from when requests were due. */
  public Times response() {
    return response;
  }

  /** Times from when requests were sent. */
  public Times service() {
    return service;
  }

  public Outages outages() {
    return outages;
  }

  /** Milliseconds that requests left late, 95th percentile. */
  public double lagP95() {
    return lag.getValueAtPercentile(95);
  }

  public long failures(FailureKind kind) {
    return failures.getOrDefault(kind, 0L);
  }

  /** Failed requests of the measured phase with an error of this class behind them. */
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
    return new ProbeResults(fates);
  }

  /** Probes written of each kind, whether or not the tier took them; empty without probes. */
  public Map<StateKind, Long> probes() {
    return writes;
  }

  /** What users saw of faults: how long one of them had no success, and when requests failed. */
  public static final class Outages {
    private final Map<String, Long> since = new HashMap<>();
    private final BitSet failed = new BitSet();
    private long longest;

    /** From when the first request that did not succeed was due to the end of the one that did. */
    void add(Sample sample, int second, boolean success) {
      long from = since.computeIfAbsent(sample.threadName(), user -> sample.due());
      longest = Math.max(longest, sample.end() - from);
      if (success) {
        since.remove(sample.threadName());
      } else {
        failed.set(Math.max(0, second));
      }
    }

    /** The longest of any user, in seconds; one that lasts to the end counts as far as seen. */
    public double longestSeconds() {
      return longest / 1000.0;
    }

    public boolean failedIn(int second) {
      return failed.get(second);
    }
  }
}
