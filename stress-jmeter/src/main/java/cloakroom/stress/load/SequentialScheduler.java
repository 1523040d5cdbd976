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
 * Lets one request be under way at a time, in the order of the real load, and waits after each
 * until it has been counted.
 *
 * <p>A user has the turn until the plan makes it wait, as requests without a pause between them
 * follow each other under load too. Waits take no time: the clock goes on to the user who is due
 * next. JMeter clones the elements of a plan by reflection, so that only the thread leads them
 * here.
 */
final class SequentialScheduler extends PlanElement implements SampleMonitor, ThreadListener {
  private static final ThreadLocal<SequentialScheduler> CURRENT = new ThreadLocal<>();
  private static final ThreadLocal<String> TRANSACTION = ThreadLocal.withInitial(() -> "");

  /** A user who waits; times are microseconds of the clock that knows waits alone. */
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
   * Users come one after the other.
   *
   * @param betweenArrivals microseconds; all should have come before the first is back
   * @param done is told the name of each request that was answered, and of the transaction that it
   *     belongs to, or ""
   */
  SequentialScheduler(long betweenArrivals, BiConsumer<String, String> done) {
    this.betweenArrivals = betweenArrivals;
    this.done = done;
  }

  /**
   * The plan makes this thread wait so many milliseconds. Returns those that it has to wait in
   * truth: none if somebody counts, whose turn it is then.
   */
  static long pass(long milliseconds) {
    SequentialScheduler turns = CURRENT.get();
    if (turns != null && milliseconds > 0) {
      await(turns.giveWay(milliseconds));
    }
    return turns == null ? milliseconds : 0;
  }

  /** What this thread requests from now on belongs to that transaction of the plan, "" for none. */
  static void inside(String transaction) {
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
        counted.release(); // for the others: nobody answers any more
      }
    }
  }

  void counted() {
    counted.release();
  }

  /** Nobody counts any more: everybody may go on, to the end that is near. */
  synchronized void end() {
    over = true;
    counted.release();
    queue.forEach(waiting -> waiting.begins.countDown());
    queue.clear();
  }

  private synchronized Waiting arrive() {
    return queued(arrivals++ * betweenArrivals);
  }

  private synchronized Waiting giveWay(long milliseconds) {
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
