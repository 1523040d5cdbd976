package cloakroom.stress.load;

import org.apache.jmeter.timers.ConstantTimer;

/** JMeter's ConstantTimer, noted. Public because JMeter clones plan elements by reflection. */
public final class RecordedConstantTimer extends ConstantTimer implements RecordedTimer {
  @Override
  public long delay() {
    return noted(super.delay());
  }
}
