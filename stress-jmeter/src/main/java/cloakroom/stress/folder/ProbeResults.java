package cloakroom.stress.folder;

import cloakroom.contract.StateKind;
import cloakroom.platform.Names;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** The verdicts of probes by state kind; holds the kinds that were probed, in their order. */
public record ProbeResults(Map<StateKind, OutcomeCounts> byKind) {
  /** What became of a value that a session left, by what the client reads. */
  public enum ProbeOutcome {
    KEPT("the session found its own value again"),
    LOST("the session found nothing, or a value that is neither its own nor another user's"),
    LEAKED("the session found the value of another user"),
    REFUSED("writing or reading ended with an error, which the client saw"),
    FAILED("the account lacks a right or the database is read-only, so there is no verdict");

    private final String key = Names.camelCase(name());
    private final String meaning;

    ProbeOutcome(String meaning) {
      this.meaning = meaning;
    }

    public String key() {
      return key;
    }

    public String meaning() {
      return meaning;
    }
  }

  public record OutcomeCounts(Map<ProbeOutcome, Long> counts) {
    public static final OutcomeCounts NONE = new OutcomeCounts(Map.of());

    public static OutcomeCounts one(ProbeOutcome fate) {
      return new OutcomeCounts(Map.of(fate, 1L));
    }

    public long probes() {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    public long of(ProbeOutcome fate) {
      return counts.getOrDefault(fate, 0L);
    }

    /** Part of the probes that ended in this way, 0 to 1; NaN when there was no probe. */
    public double share(ProbeOutcome fate) {
      return (double) of(fate) / probes();
    }

    /** Part of the probes, 0 to 1, that found their value gone; NaN when there was no probe. */
    public double gone() {
      return share(ProbeOutcome.LOST) + share(ProbeOutcome.LEAKED);
    }

    public boolean allKept() {
      return of(ProbeOutcome.KEPT) > 0 && of(ProbeOutcome.KEPT) == probes();
    }

    public OutcomeCounts plus(OutcomeCounts other) {
      Map<ProbeOutcome, Long> sums = new EnumMap<>(ProbeOutcome.class);
      sums.putAll(counts);
      other.counts.forEach((fate, count) -> sums.merge(fate, count, Long::sum));
      return new OutcomeCounts(sums);
    }
  }

  /** Keeps a copy without the kinds that no probe wrote to. */
  public ProbeResults {
    Map<StateKind, OutcomeCounts> probed = new EnumMap<>(StateKind.class);
    probed.putAll(byKind);
    probed.values().removeIf(fates -> fates.probes() == 0);
    byKind = Collections.unmodifiableMap(probed);
  }

  public static ProbeResults sum(Collection<ProbeResults> parts) {
    Map<StateKind, OutcomeCounts> sum = new EnumMap<>(StateKind.class);
    parts.forEach(
        part -> part.byKind.forEach((kind, fates) -> sum.merge(kind, fates, OutcomeCounts::plus)));
    return new ProbeResults(sum);
  }

  public boolean any() {
    return !byKind.isEmpty();
  }

  /** The verdicts on one kind; none when it was not probed. */
  public OutcomeCounts of(StateKind kind) {
    return byKind.getOrDefault(kind, OutcomeCounts.NONE);
  }

  public OutcomeCounts total() {
    return byKind.values().stream().reduce(OutcomeCounts.NONE, OutcomeCounts::plus);
  }
}
