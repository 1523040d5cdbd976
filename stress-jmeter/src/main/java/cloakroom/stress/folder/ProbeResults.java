package cloakroom.stress.folder;

import cloakroom.contract.StateKind;
import cloakroom.platform.Names;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/** Results of requests that check whether the session's state survived, by kind of state. */
public record ProbeResults(Map<StateKind, OutcomeCounts> byKind) {
  public enum ProbeOutcome {
    KEPT("the session found its own value again"),
    LOST("the session found nothing, or a value that is neither its own nor another user's"),
    LEAKED("the session found the value of another user"),
    REFUSED("writing or reading ended with an error, which the client saw"),
    FAILED("the account lacks a right or the database is read-only, so there is no verdict");

    private final String meaning;

    ProbeOutcome(String meaning) {
      this.meaning = meaning;
    }

    public String key() {
      return Names.camelCase(name());
    }

    public String meaning() {
      return meaning;
    }
  }

  public record OutcomeCounts(Map<ProbeOutcome, Long> counts) {
    public static final OutcomeCounts NONE = new OutcomeCounts(Map.of());

    public static OutcomeCounts one(ProbeOutcome outcome) {
      return new OutcomeCounts(Map.of(outcome, 1L));
    }

    public long probes() {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    public long of(ProbeOutcome outcome) {
      return counts.getOrDefault(outcome, 0L);
    }

    public double share(ProbeOutcome outcome) {
      return (double) of(outcome) / probes();
    }

    /**
     * Returns the share of state checks that found the value lost or another user's value; NaN if
     * there were no checks.
     */
    public double gone() {
      return share(ProbeOutcome.LOST) + share(ProbeOutcome.LEAKED);
    }

    public boolean allKept() {
      return probes() > 0 && worst() == ProbeOutcome.KEPT;
    }

    /** Returns the worst outcome of any check. Cells, sentences and edges of reports follow it. */
    public ProbeOutcome worst() {
      return Stream.of(
              ProbeOutcome.LEAKED, ProbeOutcome.LOST, ProbeOutcome.FAILED, ProbeOutcome.REFUSED)
          .filter(outcome -> of(outcome) > 0)
          .findFirst()
          .orElse(ProbeOutcome.KEPT);
    }

    public OutcomeCounts plus(OutcomeCounts other) {
      Map<ProbeOutcome, Long> sums = new EnumMap<>(ProbeOutcome.class);
      sums.putAll(counts);
      other.counts.forEach((outcome, count) -> sums.merge(outcome, count, Long::sum));
      return new OutcomeCounts(sums);
    }
  }

  public ProbeResults {
    Map<StateKind, OutcomeCounts> probed = new EnumMap<>(StateKind.class);
    probed.putAll(byKind);
    probed.values().removeIf(counts -> counts.probes() == 0);
    byKind = Collections.unmodifiableMap(probed);
  }

  public static ProbeResults sum(Collection<ProbeResults> parts) {
    Map<StateKind, OutcomeCounts> sum = new EnumMap<>(StateKind.class);
    parts.forEach(
        part -> part.byKind.forEach((kind, of) -> sum.merge(kind, of, OutcomeCounts::plus)));
    return new ProbeResults(sum);
  }

  public boolean any() {
    return !byKind.isEmpty();
  }

  public OutcomeCounts of(StateKind kind) {
    return byKind.getOrDefault(kind, OutcomeCounts.NONE);
  }

  public OutcomeCounts total() {
    return byKind.values().stream().reduce(OutcomeCounts.NONE, OutcomeCounts::plus);
  }
}
