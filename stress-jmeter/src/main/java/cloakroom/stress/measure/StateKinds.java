package cloakroom.stress.measure;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** The verdicts of probes by state kind; holds the kinds that were probed, in their order. */
public record StateKinds(Map<StateKind, Fates> byKind) {

  /** Keeps a copy without the kinds that no probe wrote to. */
  public StateKinds(Map<StateKind, Fates> byKind) {
    Map<StateKind, Fates> probed = new EnumMap<>(StateKind.class);
    byKind.forEach(
        (kind, fates) -> {
          if (fates.probes() > 0) {
            probed.put(kind, fates);
          }
        });
    this.byKind = Collections.unmodifiableMap(probed);
  }

  /** The verdicts of several trials together. */
  public static StateKinds sum(Collection<StateKinds> parts) {
    Map<StateKind, Fates> sum = new EnumMap<>(StateKind.class);
    parts.forEach(
        part -> part.byKind.forEach((kind, fates) -> sum.merge(kind, fates, Fates::plus)));
    return new StateKinds(sum);
  }

  /** Whether anything was probed. */
  public boolean any() {
    return !byKind.isEmpty();
  }

  /** The verdicts on one kind; none when it was not probed. */
  public Fates of(StateKind kind) {
    return byKind.getOrDefault(kind, Fates.NONE);
  }

  /** The verdicts on all kinds together. */
  public Fates total() {
    return byKind.values().stream().reduce(Fates.NONE, Fates::plus);
  }
}
