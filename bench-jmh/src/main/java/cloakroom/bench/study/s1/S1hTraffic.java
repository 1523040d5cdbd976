package cloakroom.bench.study.s1;

import cloakroom.bench.lab.Experiment;
import cloakroom.bench.lab.StudyCard;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * S1h: do pooling, fetch size and statement cache cut network traffic and parsing too, and not only
 * time?
 *
 * <p>The protocols of S1a, S1b and S1c run once each through a relay that counts; the result has no
 * times. Notice that counts, unlike times, are the same on every machine; that a cache of
 * statements saves no round trip; and that a pool which validates every borrow still takes one.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar studies --study S1h</pre>
 */
public final class S1hTraffic extends Experiment {
  private final Function<String, StudyCard> cards;
  private Plan plan;

  /** Finds the cards of the studies whose protocols are counted by their ids. */
  public S1hTraffic(StudyCard card, Function<String, StudyCard> cards) {
    super(card);
    this.cards = cards;
  }

  @Override
  public int begin(Plan plan) {
    this.plan = plan;
    openJmh(plan);
    return 0;
  }

  @Override
  public void finish() {
    if (canCount()) {
      counts("S1a", S1aConnectionPooling.class, plan);
      counts("S1b", S1bFetchSize.class, plan);
      counts("S1c", S1cStatementCache.class, plan);
    }
  }

  private void counts(String id, Class<?> benchmark, Plan plan) {
    Map<String, List<String>> asked = cards.apply(id).asked(plan.full());
    asked.replaceAll((name, values) -> card.parameters().getOrDefault(name, values));
    jmh.count(benchmark, asked)
        .forEach(
            (parameters, counts) -> {
              Map<String, String> all = new TreeMap<>(parameters);
              all.put("study", id);
              count(all, counts);
            });
  }
}
