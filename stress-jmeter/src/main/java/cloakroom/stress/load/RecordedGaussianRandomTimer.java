package cloakroom.stress.load;

import org.apache.jmeter.timers.GaussianRandomTimer;

/**
 * JMeter's GaussianRandomTimer, noted. Public because JMeter clones plan elements by reflection.
 */
public final class RecordedGaussianRandomTimer extends GaussianRandomTimer
    implements RecordedTimer {
  @Override
  public long delay() {
    return noted(super.delay());
  }
}
