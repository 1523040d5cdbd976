package cloakroom.bench.family;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.DoubleSupplier;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/** What the callers of a fork asked of a server, and what that cost it. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class Served {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static volatile DoubleSupplier server = () -> Double.NaN;
  private static volatile boolean here;

  /** Requests that were answered in an iteration. */
  public double answers;

  /** The same in a second. */
  public double perSecond;

  /** Processor time of the server meanwhile, in nanoseconds. */
  public double cpuNanos;

  private long count;
  private long began;
  private double before;

  /**
   * Says whom the requests of this fork cost.
   *
   * @param cpuNanos processor time so far of the process that serves
   * @param inThisFork whether that is this process, of which the callers' threads are no part
   */
  public static void by(DoubleSupplier cpuNanos, boolean inThisFork) {
    server = cpuNanos;
    here = inThisFork;
  }

  /** A request was answered. */
  public void one() {
    count++;
  }

  @Setup(Level.Iteration)
  public void begin(ThreadParams thread) {
    count = 0;
    began = System.nanoTime();
    before = cpu(thread);
  }

  @TearDown(Level.Iteration)
  public void end(ThreadParams thread) {
    answers = count;
    perSecond = count / ((System.nanoTime() - began) / 1e9);
    cpuNanos = cpu(thread) - before;
  }

  /** The sum over all threads is the server's: one adds its time, each takes off its own. */
  private static double cpu(ThreadParams thread) {
    double ofServer = thread.getThreadIndex() == 0 ? server.getAsDouble() : 0;
    return here ? ofServer - THREADS.getCurrentThreadCpuTime() : ofServer;
  }
}
