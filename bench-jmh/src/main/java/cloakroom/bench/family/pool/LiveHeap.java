package cloakroom.bench.family.pool;

import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The objects that somebody can still reach, as the virtual machine counts them after a cleaning.
 */
final class LiveHeap {
  private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");

  private LiveHeap() {}

  /** Bytes of all live objects. */
  static long bytes() {
    try {
      String histogram =
          (String)
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(
                      new ObjectName("com.sun.management:type=DiagnosticCommand"),
                      "gcClassHistogram",
                      new Object[] {new String[0]},
                      new String[] {String[].class.getName()});
      Matcher total = TOTAL.matcher(histogram);
      if (!total.find()) {
        throw new IllegalStateException("a histogram without its total");
      }
      return Long.parseLong(total.group(1));
    } catch (JMException e) {
      throw new IllegalStateException("the virtual machine does not count its objects", e);
    }
  }
}
