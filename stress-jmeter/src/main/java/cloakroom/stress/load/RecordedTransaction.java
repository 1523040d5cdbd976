package cloakroom.stress.load;

import org.apache.jmeter.control.TransactionController;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.Sampler;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.JMeterVariables;

/**
 * JMeter's Transaction Controller, noted: its row is due when its first request was, and has no
 * error of the tier's. Without it the row would show both of its last request. Public because
 * JMeter clones plan elements by reflection.
 */
public final class RecordedTransaction extends TransactionController {
  private transient String due;

  @Override
  public Sampler next() {
    if (isFirst()) {
      due = null;
    }
    return super.next();
  }

  @Override
  public void sampleOccurred(SampleEvent event) {
    super.sampleOccurred(event);
    if (due == null && !event.isTransactionSampleEvent()) {
      due = variables().get(SampleMarks.DUE);
    }
  }

  @Override
  protected void notifyListeners() {
    if (due != null) {
      variables().put(SampleMarks.DUE, due);
    }
    variables().put(SampleMarks.TIER_ERROR, "");
    variables().put(SampleMarks.ERROR_CLASS, "");
    super.notifyListeners();
  }

  private static JMeterVariables variables() {
    return JMeterContextService.getContext().getVariables();
  }
}
