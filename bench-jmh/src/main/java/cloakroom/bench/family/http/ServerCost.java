package cloakroom.bench.family.http;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * What every thread of this process but the calling one has allocated and worked so far. The
 * calling one is the client; virtual threads count through those that carry them.
 */
final class ServerCost {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final Map<Long, Long> bytes = new HashMap<>();
  private final long cpuNanos;

  private ServerCost() {
    long[] ids = THREADS.getAllThreadIds();
    long[] allocated = THREADS.getThreadAllocatedBytes(ids);
    for (int i = 0; i < ids.length; i++) {
      bytes.put(ids[i], allocated[i]);
    }
    bytes.remove(Thread.currentThread().getId());
    cpuNanos = PROCESS.getProcessCpuTime() - THREADS.getCurrentThreadCpuTime();
  }

  static ServerCost now() {
    return new ServerCost();
  }

  /** Bytes allocated since; what threads allocated that have ended meanwhile is missing. */
  long bytesSince(ServerCost before) {
    return bytes.entrySet().stream()
        .mapToLong(now -> now.getValue() - before.bytes.getOrDefault(now.getKey(), 0L))
        .sum();
  }

  /** Processor time since, in nanoseconds, that of the collector and the compilers included. */
  long cpuNanosSince(ServerCost before) {
    return cpuNanos - before.cpuNanos;
  }
}
