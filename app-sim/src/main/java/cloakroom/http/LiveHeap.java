package cloakroom.http;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/**
 * What the node's heap holds once its garbage is gone, beside the sessions that hold it. Every
 * request waits while the garbage is collected.
 *
 * @param sessions sessions alive
 * @param instances application modules alive
 * @param bytes heap in use right after the collection
 * @param millis how long the collection took
 */
record LiveHeap(long sessions, long instances, long bytes, long millis) {

  /** Collects now. */
  static LiveHeap collected(TierReport report) {
    long before = System.nanoTime();
    long bytes = bytesInUse();
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
    var gauges = report.gauges();
    return new LiveHeap(gauges.get("sessions"), gauges.get("instances"), bytes, millis);
  }

  /** Bytes of the heap in use once its garbage is gone. */
  static long bytesInUse() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
