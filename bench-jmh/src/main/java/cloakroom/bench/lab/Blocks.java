package cloakroom.bench.lab;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * Measures subjects against each other in one JVM: in each round every subject works for one block,
 * in another order each time, on the same threads. A block is short, so that what the machine does
 * meanwhile hits all subjects alike.
 *
 * <p>For operations of some microseconds and more: each one is timed.
 */
public final class Blocks implements AutoCloseable {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long SEED = 20_110_811;
  private static final long LONGEST_NANOS = 60_000_000_000L;

  private final int threads;
  private final ExecutorService executor;
  private final Map<String, Work> subjects = new LinkedHashMap<>();

  @FunctionalInterface
  public interface Operation {
    void run() throws Exception;
  }

  /** Makes a thread's operation; threads are numbered from 0. */
  @FunctionalInterface
  public interface Operations {
    Operation of(int thread) throws Exception;
  }

  /** What a subject does for so long. */
  @FunctionalInterface
  public interface Work {
    Figures run(Duration duration) throws Exception;
  }

  /**
   * What a subject did.
   *
   * @param rates operations a second, one for each round
   * @param nanos times of single operations in all rounds
   * @param bytes allocated for an operation, by its own thread if it has one; mean over all rounds
   * @param cpuNanos processor time of an operation, mean over all rounds; NaN if nobody looked
   */
  public record Figures(List<Double> rates, Histogram nanos, double bytes, double cpuNanos) {
    /** Median of the rounds' operations a second. */
    public double rate() {
      return median(rates);
    }

    /** Time of one operation below which that share of them stays, in microseconds. */
    public double micros(double percentile) {
      return nanos.getValueAtPercentile(percentile) / 1e3;
    }

    /** How many times as fast as another of the same rounds, with its interval. */
    public Interval over(Figures other) {
      return Interval.of(rates, other.rates);
    }

    public long operations() {
      return nanos.getTotalCount();
    }

    /** These and those of further rounds. */
    public Figures and(Figures more) {
      List<Double> all = new ArrayList<>(rates);
      all.addAll(more.rates);
      double share = (double) operations() / (operations() + more.operations());
      nanos.add(more.nanos);
      return new Figures(
          all,
          nanos,
          share * bytes + (1 - share) * more.bytes,
          share * cpuNanos + (1 - share) * more.cpuNanos);
    }
  }

  /** The middle of figures, the mean of the middle two of an even number. */
  public static double median(List<Double> figures) {
    return new Median().evaluate(figures.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Blocks on so many threads, 1 or more. */
  public Blocks(int threads) {
    this.threads = threads;
    this.executor = Executors.newFixedThreadPool(threads);
  }

  public Blocks subject(String name, Operations operations) throws Exception {
    List<Operation> own = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      own.add(operations.of(thread));
    }
    return add(name, duration -> work(own, duration));
  }

  /** Adds a subject that drives itself. */
  public Blocks add(String name, Work work) {
    subjects.put(name, work);
    return this;
  }

  /**
   * Runs all subjects.
   *
   * @param warmUp how long each works before anything is taken
   * @param block how long each works in a round
   * @param rounds 1 or more
   * @return what each did, in the order in which they were added
   * @throws Exception what an operation threw
   */
  public Map<String, Figures> run(Duration warmUp, Duration block, int rounds) throws Exception {
    Map<String, Figures> figures = new LinkedHashMap<>();
    for (Map.Entry<String, Work> subject : subjects.entrySet()) {
      subject.getValue().run(warmUp);
      figures.put(subject.getKey(), null);
    }
    for (String subject : turns(subjects.keySet(), rounds)) {
      figures.merge(subject, subjects.get(subject).run(block), Figures::and);
    }
    return figures;
  }

  /** Everybody once in each round, in another order each time; the same order in every run. */
  public static <T> List<T> turns(Collection<T> subjects, int rounds) {
    Random random = new Random(SEED);
    List<T> turns = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      List<T> order = new ArrayList<>(subjects);
      Collections.shuffle(order, random);
      turns.addAll(order);
    }
    return turns;
  }

  private Figures work(List<Operation> operations, Duration duration) throws Exception {
    long from = System.nanoTime();
    long end = from + duration.toNanos();
    List<Callable<Share>> work = new ArrayList<>();
    operations.forEach(operation -> work.add(() -> share(operation, end)));
    Histogram nanos = new Histogram(LONGEST_NANOS, 2);
    double rate = 0;
    long bytes = 0;
    try {
      for (Future<Share> future : executor.invokeAll(work)) {
        Share share = future.get();
        nanos.add(share.nanos());
        rate += share.nanos().getTotalCount() / (share.elapsed() / 1e9);
        bytes += share.bytes();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
    double count = nanos.getTotalCount();
    return new Figures(List.of(rate), nanos, bytes / count, Double.NaN);
  }

  /** What one thread did in one block. */
  private record Share(Histogram nanos, long bytes, long elapsed) {}

  private static Share share(Operation operation, long end) throws Exception {
    Histogram nanos = new Histogram(LONGEST_NANOS, 2);
    long self = Thread.currentThread().getId();
    long bytes = THREADS.getThreadAllocatedBytes(self);
    long begin = System.nanoTime();
    long before = begin;
    do {
      operation.run();
      long after = System.nanoTime();
      nanos.recordValue(Math.min(after - before, LONGEST_NANOS));
      before = after;
    } while (before < end);
    return new Share(nanos, THREADS.getThreadAllocatedBytes(self) - bytes, before - begin);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
