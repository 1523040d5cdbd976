package cloakroom.stress.load;

import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.testelement.AbstractTestElement;

/**
 * Element that the engine adds to a plan. JMeter ignores plain objects there, would clone this one
 * for each thread, and would compare elements by their properties, of which these have none.
 */
abstract class PlanElement extends AbstractTestElement implements NoThreadClone {
  /** Part of JMeter's listener interface that it never calls. */
  public void sampleStarted(SampleEvent event) {}

  public void sampleStopped(SampleEvent event) {}

  @Override
  public final Object clone() {
    return this;
  }

  @Override
  public final boolean equals(Object other) {
    return other == this;
  }

  @Override
  public final int hashCode() {
    return System.identityHashCode(this);
  }
}
