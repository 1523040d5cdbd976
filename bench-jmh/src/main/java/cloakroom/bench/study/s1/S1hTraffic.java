package cloakroom.bench.study.s1;

import cloakroom.bench.harness.Experiment;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudySets;
import java.util.Map;

/**
 * S1h: do pooling, fetch size and statement cache cut network traffic and parsing too, and not only
 * time?
 *
 * <p>The protocols of S1a, S1b and S1c run once each through a relay that counts. Counts are the
 * same on every machine, so no times are measured.
 */
public final class S1hTraffic extends Experiment {
  public S1hTraffic(StudyDefinition definition) {
    super(definition);
  }

  @Override
  public int begin(RoundPlan plan) {
    openJmh(plan);
    return 0;
  }

  @Override
  public void finish() {
    if (canCount()) {
      count(
          "S1a",
          S1aConnectionPooling.class,
          "subject=UNPOOLED,HIKARI,UCP pool=FILLED validation=true");
      count("S1b", S1bFetchSize.class, "fetchSize=1,1000");
      count("S1c", S1cStatementCache.class, "cache=0,1 query=KEYED");
    }
  }

  private void count(String id, Class<?> benchmark, String sets) {
    StudySets.parse(sets).forEach(set -> countTraffic(benchmark, set, Map.of("study", id)));
  }
}
