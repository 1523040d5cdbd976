package cloakroom.bench.family.pool;

import cloakroom.contract.Counter;
import cloakroom.module.Preset;
import cloakroom.module.ReleasePolicy;
import java.util.Map;

/** How a check-out finds its instance. */
public enum Transition {
  /** T1: the session's own instance, referenced; as many instances as sessions */
  AFFINITY(Preset.STICKY, Counter.AFFINITY_HITS, 1),
  /** T2: a free instance, as many as threads; nothing is kept at check-in */
  FREE(Preset.STATELESS, Counter.FREE_HITS, 0),
  /** T4: another session's, which is in the store already; half as many instances as sessions */
  RECYCLE(Preset.STICKY, Counter.RECYCLES, 0.5);

  private final Preset preset;
  private final Counter count;
  private final double instancesPerSession;

  Transition(Preset preset, Counter count, double instancesPerSession) {
    this.preset = preset;
    this.count = count;
    this.instancesPerSession = instancesPerSession;
  }

  /** A policy with room enough that every check-out goes this way. */
  ReleasePolicy policy(int sessions, int threads) {
    int instances = Math.max((int) (sessions * instancesPerSession), threads);
    return preset
        .policy()
        .with(
            Map.of(
                "jbo.recyclethreshold",
                Integer.toString(instances),
                "jbo.ampool.maxpoolsize",
                Integer.toString(instances + threads)));
  }

  Counter count() {
    return count;
  }
}
