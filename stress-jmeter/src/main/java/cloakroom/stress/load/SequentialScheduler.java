package cloakroom.stress.load;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import org.apache.jmeter.sampler.TestAction;
import org.apache.jmeter.samplers.SampleMonitor;
import org.apache.jmeter.samplers.Sampler;
import org.apache.jmeter.testelement.ThreadListener;

/**
 * Scheduler that lets users send one request at a time, in the order of a real load. The parent
 * process can then count the database work of each request.
 *
 * <p>A user sends requests until the plan's next pause. The simulated clock then jumps to the
 * earliest end of a pause, and the user of that pause continues. Pauses therefore take no real
 * time. A ThreadLocal refers to the scheduler, because JMeter clones elements by reflection.
 */
final class SequentialScheduler extends PlanElement implements SampleMonitor, ThreadListener {
  private static final ThreadLocal<SequentialScheduler> CURRENT = new ThreadLocal<>();
  private static final ThreadLocal<String> TRANSACTION = ThreadLocal.withInitial(() -> "");

  /** User who waits until {@code due}, a simulated time in microseconds. */
  private record Waiting(long due, long number, CountDownLatch begins) {}

  private final long betweenArrivals;
  private final transient BiConsumer<String, String> done;
  private final transient Semaphore counted = new Semaphore(0);
  private final transient PriorityQueue<Waiting> queue =
      new PriorityQueue<>(
          Comparator.comparingLong(Waiting::due).thenComparingLong(Waiting::number));
  private long now;
  private long arrivals;
  private long number;
  private boolean taken;
  private volatile boolean over;

  /**
   * Creates a scheduler.
   *
   * @param betweenArrivals simulated microseconds between the starts of two users; small, so that
   *     all users start before any user sends a second page
   * @param done receives the name of each finished request and its transaction ("" if none)
   */
  SequentialScheduler(long betweenArrivals, BiConsumer<String, String> done) {
    this.betweenArrivals = betweenArrivals;
    this.done = done;
  }

  /** Returns the time to sleep in ms. With a scheduler, lets other users run and returns 0. */
  static long pass(long milliseconds) {
    SequentialScheduler scheduler = CURRENT.get();
    if (scheduler != null && milliseconds > 0) {
      await(scheduler.yieldTurn(milliseconds));
    }
    return scheduler == null ? milliseconds : 0;
  }

  static void setTransaction(String transaction) {
    TRANSACTION.set(transaction);
  }

  @Override
  public void threadStarted() {
    CURRENT.set(this);
    await(arrive());
  }

  @Override
  public void threadFinished() {
    CURRENT.remove();
    TRANSACTION.remove();
    leave();
  }

  @Override
  public void sampleStarting(Sampler sampler) {}

  @Override
  public void sampleEnded(Sampler sampler) {
    if (!(sampler instanceof TestAction)) {
      done.accept(sampler.getName(), TRANSACTION.get());
      counted.acquireUninterruptibly();
      if (over) {
        counted.release(); // for the other threads: no more requests are counted
      }
    }
  }

  void counted() {
    counted.release();
  }

  synchronized void end() {
    over = true;
    counted.release();
    queue.forEach(waiting -> waiting.begins.countDown());
    queue.clear();
  }

  private synchronized Waiting arrive() {
    return queued(arrivals++ * betweenArrivals);
  }

  private synchronized Waiting yieldTurn(long milliseconds) {
    taken = false;
    return queued(now + 1000 * milliseconds);
  }

  private synchronized void leave() {
    taken = false;
    next();
  }

  private Waiting queued(long due) {
    Waiting waiting = new Waiting(Math.max(due, now), number++, new CountDownLatch(over ? 0 : 1));
    queue.add(waiting);
    next();
    return waiting;
  }

  private void next() {
    if (!taken && !queue.isEmpty()) {
      Waiting first = queue.remove();
      taken = true;
      now = first.due;
      first.begins.countDown();
    }
  }

  private static void await(Waiting waiting) {
    try {
      waiting.begins.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
