package cloakroom.stress.load;

import cloakroom.stress.files.SampleColumn;
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
      due = variables().get(SampleColumn.DUE.label());
    }
  }

  @Override
  protected void notifyListeners() {
    if (due != null) {
      variables().put(SampleColumn.DUE.label(), due);
    }
    variables().put(SampleColumn.TIER_ERROR.label(), "");
    variables().put(SampleColumn.ERROR_CLASS.label(), "");
    super.notifyListeners();
  }

  private static JMeterVariables variables() {
    return JMeterContextService.getContext().getVariables();
  }
}
