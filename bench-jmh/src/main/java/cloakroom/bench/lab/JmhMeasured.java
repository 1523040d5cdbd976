package cloakroom.bench.lab;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;

/** An experiment whose rounds are runs of JMH. */
public abstract class JmhMeasured implements Experiment {
  /** What runs them; nothing before {@link #open}. */
  protected JmhRuns jmh;

  /** Opens the log of a study. */
  protected final void open(Plan plan, StudyCard card) {
    jmh = new JmhRuns(plan.log(card));
  }

  @Override
  public final Collection<RunResult> jmhResults() {
    return jmh == null ? List.of() : jmh.all();
  }

  @Override
  public final void close() {
    if (jmh != null) {
      jmh.close();
    }
  }
}
