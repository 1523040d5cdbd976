package cloakroom.stress.load;

import org.apache.jmeter.timers.UniformRandomTimer;

/** JMeter's UniformRandomTimer, noted. Public because JMeter clones plan elements by reflection. */
public final class RecordedUniformRandomTimer extends UniformRandomTimer implements RecordedTimer {
  @Override
  public long delay() {
    return noted(super.delay());
  }
}
