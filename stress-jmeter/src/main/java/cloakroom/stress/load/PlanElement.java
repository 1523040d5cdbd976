package cloakroom.stress.load;

import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.testelement.AbstractTestElement;

/**
 * Base class of elements that the engine adds to a plan. All threads share one instance, which is
 * compared by identity. JMeter would otherwise clone it for each thread and compare properties.
 */
abstract class PlanElement extends AbstractTestElement implements NoThreadClone {
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
