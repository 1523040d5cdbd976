package cloakroom.bench.family.http;

import cloakroom.bench.lab.Blocks.Figures;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Many keep-alive connections on the calling thread: each sends its next request as soon as it has
 * its answer. Requests are bytes made beforehand and answers are looked at only for their end, so
 * that the processors are the server's as far as possible.
 */
final class LoopbackClient implements Closeable {
  private static final long LONGEST_NANOS = 60_000_000_000L;
  private static final long PATIENCE_MILLIS = 10_000;

  private final Selector selector = Selector.open();
  private final List<Line> lines = new ArrayList<>();
  private Histogram nanos = new Histogram(LONGEST_NANOS, 2);
  private long end;
  private int underWay;
  private IOException failure;

  /**
   * Connects, each connection with a session of its own.
   *
   * @param firstUser user of the first connection, from 1 on; the others follow
   */
  LoopbackClient(int port, int connections, long firstUser, Script.Kind kind) throws IOException {
    for (int i = 0; i < connections; i++) {
      Line line = new Line(port, firstUser + i, kind);
      lines.add(line);
      line.register(selector);
    }
  }

  /**
   * Works for so long, and until the last answer is there. Times are as the client sees them, the
   * wait for its one thread included; bytes and processor time are the server's, those of the
   * collector and the compilers included.
   *
   * @throws IOException if an answer is no success, or a server does not answer
   */
  Figures run(Duration duration) throws IOException {
    nanos = new Histogram(LONGEST_NANOS, 2);
    ServerCost before = ServerCost.now();
    long begin = System.nanoTime();
    end = begin + duration.toNanos();
    for (Line line : lines) {
      line.sendNext();
    }
    underWay = lines.size();
    while (underWay > 0) {
      if (selector.select(this::answered, PATIENCE_MILLIS) == 0) {
        throw new IOException("no answer within " + PATIENCE_MILLIS + " ms");
      }
      if (failure != null) {
        throw failure;
      }
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    ServerCost after = ServerCost.now();
    double requests = nanos.getTotalCount();
    return new Figures(
        List.of(requests / seconds),
        nanos,
        after.bytesSince(before) / requests,
        (after.cpuNanos - before.cpuNanos) / requests);
  }

  private void answered(SelectionKey key) {
    Line line = (Line) key.attachment();
    try {
      if (line.received()) {
        long now = System.nanoTime();
        nanos.recordValue(Math.min(now - line.sentAt(), LONGEST_NANOS));
        if (now < end) {
          line.sendNext();
        } else {
          underWay--;
        }
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  @Override
  public void close() throws IOException {
    for (Line line : lines) {
      line.close();
    }
    selector.close();
  }

  /**
   * What every thread of this process but the calling one has allocated and worked so far. The
   * calling one is the client; virtual threads count through those that carry them.
   */
  private static final class ServerCost {
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
  }
}
