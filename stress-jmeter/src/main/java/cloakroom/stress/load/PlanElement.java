package cloakroom.stress.load;

import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.testelement.AbstractTestElement;

/**
 * What the engine adds to a plan. JMeter ignores plain objects there, and would clone this one for
 * each thread and compare it by its (missing) properties if it were not told otherwise.
 */
abstract class PlanElement extends AbstractTestElement implements NoThreadClone {
  /** Nothing that a listener of ours waits for. */
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
