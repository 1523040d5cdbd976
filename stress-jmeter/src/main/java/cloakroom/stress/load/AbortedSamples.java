package cloakroom.stress.load;

import java.util.function.BooleanSupplier;
import org.apache.jmeter.processor.PostProcessor;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.threads.JMeterContextService;

/**
 * Keeps requests out of the figures that the engine itself broke off when it was told to stop: no
 * server failed there.
 */
final class AbortedSamples extends PlanElement implements PostProcessor {
  private final transient BooleanSupplier cutShort;

  AbortedSamples(BooleanSupplier cutShort) {
    this.cutShort = cutShort;
  }

  @Override
  public void process() {
    SampleResult sample = JMeterContextService.getContext().getPreviousResult();
    if (cutShort.getAsBoolean() && sample.getResponseCode().startsWith("Non HTTP")) {
      sample.setIgnore();
    }
  }
}
