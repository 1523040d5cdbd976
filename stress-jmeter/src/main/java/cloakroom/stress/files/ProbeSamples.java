package cloakroom.stress.files;

import cloakroom.contract.StateKind;
import cloakroom.stress.measure.StateKinds;
import cloakroom.stress.measure.StateKinds.Fates;
import java.util.EnumMap;
import java.util.Map;

/**
 * The probes of one trial, from its JTL. A verdict does not depend on when it was given, so all
 * users' rows count, those at the edges of the measured phase too.
 */
public final class ProbeSamples {
  private final Map<StateKind, Fates> fates = new EnumMap<>(StateKind.class);
  private final Map<StateKind, Long> writes = new EnumMap<>(StateKind.class);
  private long failed;

  void add(Sample sample) {
    sample.probe().ifPresent(probe -> add(sample, probe));
  }

  private void add(Sample sample, Sample.Probe probe) {
    writes.merge(probe.kind(), probe.write() ? 1L : 0L, Long::sum);
    probe.fate().ifPresent(fate -> fates.merge(probe.kind(), Fates.one(fate), Fates::plus));
    failed += sample.success() ? 0 : 1;
  }

  /** Whether the plan probes at all. */
  public boolean any() {
    return !writes.isEmpty();
  }

  /** The verdicts. */
  public StateKinds kinds() {
    return new StateKinds(fates);
  }

  /** The first kind whose verdicts are not as many as its writes, or null when all add up. */
  public StateKind unbalanced() {
    return writes.keySet().stream()
        .filter(kind -> written(kind) != kinds().of(kind).probes())
        .findFirst()
        .orElse(null);
  }

  /** Probes of one kind written, whether or not the tier took them. */
  public long written(StateKind kind) {
    return writes.getOrDefault(kind, 0L);
  }

  /** Probes written, whether or not the tier took them. */
  public long written() {
    return writes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Rows of writes and reads that failed. */
  public long failed() {
    return failed;
  }
}
