package cloakroom.stress.load;

import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.JMeterThread;
import org.apache.jmeter.threads.SamplePackage;

/**
 * Finds timers that the engine cannot ask, such as the throughput timers: they wait for a slot of
 * their own schedule. What follows them is due when it is sent, so that their wait is in no figure.
 */
final class UnknownWaits {
  private UnknownWaits() {}

  /** Looks at the timers of the element that this thread runs. */
  static void note() {
    Object running =
        JMeterContextService.getContext().getVariables().getObject(JMeterThread.PACKAGE_OBJECT);
    if (running instanceof SamplePackage pack
        && !pack.getTimers().stream().allMatch(RecordedTimer.class::isInstance)) {
      DuePoint.current().askedForUnknown();
    }
  }
}
