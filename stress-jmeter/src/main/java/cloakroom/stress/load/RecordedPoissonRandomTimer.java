package cloakroom.stress.load;

import org.apache.jmeter.timers.PoissonRandomTimer;

/** JMeter's PoissonRandomTimer, noted. Public because JMeter clones plan elements by reflection. */
public final class RecordedPoissonRandomTimer extends PoissonRandomTimer implements RecordedTimer {
  @Override
  public long delay() {
    return noted(super.delay());
  }
}
