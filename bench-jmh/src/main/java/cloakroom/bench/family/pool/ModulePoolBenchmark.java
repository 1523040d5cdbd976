package cloakroom.bench.family.pool;

import cloakroom.contract.Counter;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.Counts;
import cloakroom.module.Preset;
import cloakroom.module.ReleasePolicy;
import cloakroom.module.SessionCookie;
import cloakroom.simulation.EmptyModule;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * A request that does nothing: check-out and check-in. Each thread has sessions of its own, because
 * the requests of one session follow one another anyway.
 *
 * <p>By hand: {@code java -cp target/benchmarks.jar org.openjdk.jmh.Main ModulePoolBenchmark -t 8}
 */
public class ModulePoolBenchmark extends OneRequest {
  private static final double NEARLY_ALL = 0.9;

  @Param("AFFINITY")
  public Transition transition;

  @Param("80")
  public int sessions;

  private final Counts counts = new Counts();
  private SessionCookie[] cookies;
  private ApplicationModulePool<EmptyModule> pool;

  /** Every session has been here before. */
  @Setup(Level.Trial)
  public void open(BenchmarkParams params) {
    pool = BarePool.open(transition.policy(sessions, params.getThreads()), counts);
    SessionCookie[] made = new SessionCookie[sessions];
    for (int i = 0; i < sessions; i++) {
      made[i] = new SessionCookie("bench", BarePool.session(i));
      CheckOut<EmptyModule> first = pool.checkOut(made[i]);
      first.touch();
      first.checkIn();
    }
    for (SessionCookie cookie : made) {
      pool.checkOut(cookie).checkIn();
    }
    cookies = scrambled(sessions).stream().map(i -> made[i]).toArray(SessionCookie[]::new);
    for (SessionCookie cookie : cookies) {
      pool.checkOut(cookie).checkIn();
    }
  }

  /** Refuses figures of something else. */
  @TearDown(Level.Trial)
  public void verify() {
    double share = (double) counts.get(transition.count()) / counts.get(Counter.CHECKOUTS);
    pool.close();
    if (share < NEARLY_ALL) {
      throw new IllegalStateException(
          "only " + Math.round(100 * share) + " % of the check-outs were " + transition);
    }
  }

  /** A thread's own sessions, in their order, again and again. */
  @State(Scope.Thread)
  public static class Own {
    private SessionCookie[] cookies;
    private int first;
    private int step;
    private int next;

    /** Every so manieth session. */
    @Setup(Level.Trial)
    public void choose(ModulePoolBenchmark all, ThreadParams thread) {
      cookies = all.cookies;
      step = thread.getThreadCount();
      first = thread.getThreadIndex();
      next = first;
    }

    private SessionCookie next() {
      SessionCookie cookie = cookies[next];
      next = next + step < cookies.length ? next + step : first;
      return cookie;
    }
  }

  @Benchmark
  public Object request(Own own) {
    CheckOut<EmptyModule> out = pool.checkOut(own.next());
    Object module = out.module();
    out.checkIn();
    return module;
  }

  /** How a check-out finds its instance. */
  public enum Transition {
    /** T1: the session's own instance, referenced; as many instances as sessions */
    AFFINITY(Preset.STICKY, Counter.AFFINITY_HITS, 1),
    /** T2: a free instance, as many as threads; nothing is kept at check-in */
    FREE(Preset.STATELESS, Counter.FREE_HITS, 0),
    /** T4: another session's, which is in the store already; half as many instances as sessions */
    RECYCLE(Preset.STICKY, Counter.RECYCLES, 0.5);

    private final Preset preset;
    private final Counter count;
    private final double instancesPerSession;

    Transition(Preset preset, Counter count, double instancesPerSession) {
      this.preset = preset;
      this.count = count;
      this.instancesPerSession = instancesPerSession;
    }

    /** A policy with room enough that every check-out goes this way. */
    ReleasePolicy policy(int sessions, int threads) {
      int instances = Math.max((int) (sessions * instancesPerSession), threads);
      return preset
          .policy()
          .with(
              Map.of(
                  "jbo.recyclethreshold",
                  Integer.toString(instances),
                  "jbo.ampool.maxpoolsize",
                  Integer.toString(instances + threads)));
    }

    Counter count() {
      return count;
    }
  }
}
