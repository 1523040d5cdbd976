package cloakroom.stress.folder;

import cloakroom.contract.StateKind;
import cloakroom.platform.Names;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** The verdicts of probes by state kind; holds the kinds that were probed, in their order. */
public record StateKinds(Map<StateKind, Fates> byKind) {
  /** What became of a value that a session left, by what the client reads. */
  public enum Fate {
    KEPT("the session found its own value again"),
    LOST("the session found nothing, or a value that is neither its own nor another user's"),
    LEAKED("the session found the value of another user"),
    REFUSED("writing or reading ended with an error, which the client saw"),
    FAILED("the account lacks a right or the database is read-only, so there is no verdict");

    private final String key = Names.camelCase(name());
    private final String meaning;

    Fate(String meaning) {
      this.meaning = meaning;
    }

    public String key() {
      return key;
    }

    public String meaning() {
      return meaning;
    }
  }

  public record Fates(Map<Fate, Long> counts) {
    public static final Fates NONE = new Fates(Map.of());

    public static Fates one(Fate fate) {
      return new Fates(Map.of(fate, 1L));
    }

    public long probes() {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    public long of(Fate fate) {
      return counts.getOrDefault(fate, 0L);
    }

    /** Part of the probes that ended in this way, 0 to 1; NaN when there was no probe. */
    public double share(Fate fate) {
      return (double) of(fate) / probes();
    }

    /** Part of the probes, 0 to 1, that found their value gone; NaN when there was no probe. */
    public double gone() {
      return share(Fate.LOST) + share(Fate.LEAKED);
    }

    public boolean allKept() {
      return of(Fate.KEPT) > 0 && of(Fate.KEPT) == probes();
    }

    public Fates plus(Fates other) {
      Map<Fate, Long> sums = new EnumMap<>(Fate.class);
      sums.putAll(counts);
      other.counts.forEach((fate, count) -> sums.merge(fate, count, Long::sum));
      return new Fates(sums);
    }
  }

  /** Keeps a copy without the kinds that no probe wrote to. */
  public StateKinds {
    Map<StateKind, Fates> probed = new EnumMap<>(StateKind.class);
    probed.putAll(byKind);
    probed.values().removeIf(fates -> fates.probes() == 0);
    byKind = Collections.unmodifiableMap(probed);
  }

  public static StateKinds sum(Collection<StateKinds> parts) {
    Map<StateKind, Fates> sum = new EnumMap<>(StateKind.class);
    parts.forEach(
        part -> part.byKind.forEach((kind, fates) -> sum.merge(kind, fates, Fates::plus)));
    return new StateKinds(sum);
  }

  public boolean any() {
    return !byKind.isEmpty();
  }

  /** The verdicts on one kind; none when it was not probed. */
  public Fates of(StateKind kind) {
    return byKind.getOrDefault(kind, Fates.NONE);
  }

  public Fates total() {
    return byKind.values().stream().reduce(Fates.NONE, Fates::plus);
  }
}
