package cloakroom.stress.load;

import org.apache.jmeter.timers.Timer;
import org.apache.jmeter.util.JMeterUtils;

/** A timer of the plan that also tells the thread's {@link DuePoint} how long it waits. */
interface RecordedTimer extends Timer {

  /** JMeter stretches modifiable timers by this property, after they have answered. */
  float FACTOR = JMeterUtils.getPropDefault("timer.factor", 1.0f);

  /** Notes a wait and hands it on. */
  default long noted(long milliseconds) {
    DuePoint.current().asked(isModifiable() ? Math.round(milliseconds * FACTOR) : milliseconds);
    return milliseconds;
  }
}
