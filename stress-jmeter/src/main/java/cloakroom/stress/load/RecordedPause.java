package cloakroom.stress.load;

import org.apache.jmeter.sampler.TestAction;
import org.apache.jmeter.samplers.Entry;
import org.apache.jmeter.samplers.SampleResult;

/**
 * JMeter's Flow Control Action, noted: its own pause is think time as much as a timer below it.
 * Public because JMeter clones plan elements by reflection.
 */
public final class RecordedPause extends TestAction {
  @Override
  public SampleResult sample(Entry entry) {
    UnknownWaits.note();
    if (getAction() == PAUSE) {
      DuePoint.current().asked(duration());
    }
    return super.sample(entry);
  }

  private long duration() {
    try {
      return Long.parseLong(getDurationAsString());
    } catch (NumberFormatException e) {
      return 0; // as JMeter takes it
    }
  }
}
