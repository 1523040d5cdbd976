package cloakroom.simulation;

import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import cloakroom.contract.Counter;
import cloakroom.contract.PolicyEffects.Loss;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.CheckOutException;
import cloakroom.module.NonBlockingPool;
import cloakroom.module.SessionCookie;
import cloakroom.module.TierCounters;
import cloakroom.passivation.MemoryStore;
import cloakroom.policy.JboProperty;
import cloakroom.policy.ReleasePolicy;
import cloakroom.simulation.Demands.Demand;
import cloakroom.simulation.PredictionRequest.RequestKind;
import cloakroom.simulation.PredictionRequest.Setup;
import cloakroom.simulation.PredictionRequest.StoreCost;
import cloakroom.simulation.SimulationResult.DatabaseWork;
import cloakroom.simulation.SimulationResult.TimeSummary;
import cloakroom.state.SnapshotCodecs;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Simulation of users who send a request, wait for the response and pause. A request waits for an
 * application module and a connection. It then uses processors, database and network, and ends with
 * the check-in. Round trips of the module pool lengthen the request that causes them. Writes of the
 * pool's monitor lengthen no request.
 *
 * <p>Each user first sends one request to each root module that the cycle does not use. From then
 * on, the pools of these modules keep instances, and possibly connections.
 */
final class Simulation {
  private static final double MILLI = 1e6;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final double SIGMA = 0.8; // of the logarithm of lognormal pauses, as in the plans
  private static final long BORROW_WAIT_NANOS = TimeUnit.SECONDS.toNanos(30); // of --pool-wait
  private final EventQueue events = new EventQueue();
  private final TierCounters counts = new TierCounters();
  private final Histogram response = new Histogram(3);
  private final Histogram instanceWaits = new Histogram(3);
  private final Histogram connectionWaits = new Histogram(3);
  private final List<Node> nodes = new ArrayList<>();
  private final List<User> users = new ArrayList<>();
  private final Setup setup;
  private final Demands demands;
  private final StoreCost store;
  private final List<RequestKind> kinds; // first the opened modules, then the cycle
  private final int opened;
  private final List<String> modules;
  private final String connectionShortage;
  private final ReleasePolicy policy;
  private final SplittableRandom random;
  private final Station database;
  private long begun;
  private long ended;
  private long failed;
  private final double[] poolTrips; // for each of the kinds, as the next two
  private final double[] poolFlushes;
  private final long[] requests;
  private long tripsSoFar; // round trips and flushes of the pools of all nodes so far
  private long flushesSoFar;
  private long borrows;

  private Simulation(Setup setup, Demands demands, long seed) {
    this.setup = setup;
    this.demands = demands;
    this.store = StoreCost.of(setup.store(), setup.checks() ? 1 : 0);
    List<String> used = demands.cycle().stream().map(RequestKind::module).distinct().toList();
    List<RequestKind> opening =
        setup.modules().stream()
            .filter(module -> !used.contains(module))
            .distinct()
            .map(module -> new RequestKind("open", module, 0, 0, false))
            .toList();
    this.kinds = Stream.of(opening, demands.cycle()).flatMap(List::stream).toList();
    this.opened = opening.size();
    this.modules = kinds.stream().map(RequestKind::module).distinct().toList();
    this.poolTrips = new double[kinds.size()];
    this.poolFlushes = new double[kinds.size()];
    this.requests = new long[kinds.size()];
    this.policy = setup.releasePolicy();
    this.random = new SplittableRandom(seed);
    this.database = new Station(events, setup.databaseProcessors());
    int connections = setup.connections() / setup.nodes();
    int initial = policy.number(JboProperty.INIT_POOL_SIZE);
    String shortage = shortage(initial, connections);
    if (!policy.poolsConnections && !shortage.isEmpty()) {
      String form = "jbo.ampool.initpoolsize=%d: %s; choose more --connections or fewer instances";
      throw new IllegalArgumentException(form.formatted(initial, shortage));
    }
    int sessions = (setup.users() + setup.nodes() - 1) / setup.nodes();
    JboProperty limit =
        policy.checkIn.reserves() ? JboProperty.MAX_POOL_SIZE : JboProperty.RECYCLE_THRESHOLD;
    int kept = Math.max(initial, Math.min(sessions, policy.number(limit)));
    boolean keeps = policy.effects().loss() == Loss.NEVER && !policy.checkIn.ends();
    this.connectionShortage = keeps ? shortage(kept, connections) : "";
    for (int i = 0; i < setup.nodes(); i++) {
      nodes.add(new Node(connections));
    }
    for (int i = 0; i < setup.users(); i++) {
      users.add(new User(nodes.get(i % nodes.size()), i));
    }
  }

  private String shortage(int instances, int connections) {
    return policy
        .effects()
        .connectionNeed(setup.store(), modules.size(), instances, connections)
        .shortage();
  }

  /** Simulates {@code warmUp} seconds without statistics, then {@code seconds} with statistics. */
  static SimulationResult run(
      Setup setup, Demands demands, double warmUp, double seconds, long seed) {
    return new Simulation(setup, demands, seed).run(warmUp, seconds);
  }

  private SimulationResult run(double warmUp, double seconds) {
    long start = (long) (warmUp * SECOND);
    users.forEach(user -> events.after((long) (random.nextDouble() * think()), user::begin));
    nodes.forEach(Node::watch);
    events.runUntil(start);
    Map<Counter, Long> before = new EnumMap<>(Counter.class);
    for (Counter counter : Counter.values()) {
      before.put(counter, counts.get(counter));
    }
    List.of(response, instanceWaits, connectionWaits).forEach(Histogram::reset);
    Arrays.fill(poolTrips, 0);
    Arrays.fill(poolFlushes, 0);
    Arrays.fill(requests, 0);
    database.reset();
    nodes.forEach(Node::reset);
    events.runUntil(start + (long) (seconds * SECOND));
    return result(before, seconds);
  }

  private SimulationResult result(Map<Counter, Long> before, double seconds) {
    Map<String, Long> growth = new TreeMap<>();
    before.forEach((counter, n) -> growth.put(counter.label(), counts.get(counter) - n));
    long responses = response.getTotalCount();
    return new SimulationResult(
        responses,
        responses / seconds,
        TimeSummary.of(response),
        TimeSummary.of(instanceWaits),
        TimeSummary.of(connectionWaits),
        nodes.stream().mapToDouble(node -> node.processors.utilization()).average().orElse(0),
        database.utilization(),
        nodes.stream().mapToDouble(node -> node.connections.meanBusy()).sum(),
        nodes.stream().mapToInt(node -> node.connections.maxBusy).max().orElse(0),
        connectionShortage,
        nodes.stream().mapToLong(Node::instances).sum(),
        poolWork(),
        growth,
        begun,
        ended,
        failed,
        users.stream().filter(user -> user.waiting).count());
  }

  private List<DatabaseWork> poolWork() {
    List<DatabaseWork> works = new ArrayList<>();
    for (int i = opened; i < requests.length; i++) {
      double count = Math.max(1, requests[i]);
      works.add(new DatabaseWork(poolTrips[i] / count, poolFlushes[i] / count));
    }
    return works;
  }

  private long think() {
    double factor =
        switch (setup.thinkKind()) {
          case "exponential" -> random.nextExponential();
          case "uniform" -> 2 * random.nextDouble();
          case "lognormal" -> Math.exp(SIGMA * (random.nextGaussian() - SIGMA / 2));
          default -> 1;
        };
    return (long) (demands.cost(Demand.THINK) * MILLI * factor);
  }

  private long cpuNanos(Demand demand, double exchanges) {
    return (long) (demands.cost(demand) * exchanges * MILLI * random.nextExponential());
  }

  /** Returns how many round trips the module pools of all nodes made since the last call. */
  private long newTrips() {
    long before = tripsSoFar;
    tripsSoFar =
        counts.get(Counter.SNAPSHOT_WRITES) * store.write()
            + counts.get(Counter.SNAPSHOT_READS) * store.read()
            + counts.get(Counter.SNAPSHOT_DELETES) * store.delete()
            + counts.get(Counter.REEXECUTIONS)
            + (setup.checks() ? borrows : 0);
    return tripsSoFar - before;
  }

  private long newFlushes() {
    long before = flushesSoFar;
    flushesSoFar =
        counts.get(Counter.SNAPSHOT_WRITES) * store.writeFlushes()
            + counts.get(Counter.SNAPSHOT_DELETES) * store.deleteFlushes();
    return flushesSoFar - before;
  }

  private void record(Histogram histogram, long since) {
    histogram.recordValue(TimeUnit.NANOSECONDS.toMicros(events.now() - since));
  }

  private static final class NoConnection extends RuntimeException {}

  private record StationLease(Station station) implements Lease {
    @Override
    public Connection jdbc() {
      throw new UnsupportedOperationException("simulated connection");
    }

    @Override
    public void rollback() {}

    @Override
    public void markBroken() {
      throw new UnsupportedOperationException("simulated connection");
    }

    @Override
    public boolean isBroken() {
      return false;
    }

    @Override
    public void close() {
      station.giveBack();
    }
  }

  private final class Node implements ConnectionSource {
    final Station processors = new Station(events, setup.tierProcessors());
    final Station connections;
    final Map<String, NonBlockingPool<EmptyModule>> pools = new HashMap<>();

    Node(int limit) {
      // A snapshot costs its request round trips, but never waits for the reserved connection.
      int reserved = policy.effects().reservedConnections(setup.store(), limit);
      connections = new Station(events, limit - reserved);
      for (String module : modules) {
        pools.put(
            module,
            new NonBlockingPool<>(
                new ApplicationModulePool<>(
                    EmptyModule.NAME,
                    policy,
                    EmptyModule::new,
                    this,
                    new MemoryStore(),
                    SnapshotCodecs.BINARY,
                    counts,
                    events::now)));
      }
    }

    @Override
    public Lease borrow() {
      if (!connections.take()) {
        throw new NoConnection();
      }
      borrows++;
      return new StationLease(connections);
    }

    @Override
    public void close() {}

    void watch() {
      events.after(policy.time(JboProperty.MONITOR_SLEEP_INTERVAL).toNanos(), this::cleanUp);
    }

    private void cleanUp() {
      pools.values().forEach(NonBlockingPool::cleanUp);
      database.serve(cpuNanos(Demand.DATABASE, (double) newTrips()), () -> {});
      watch();
    }

    long instances() {
      return pools.values().stream()
          .mapToLong(pool -> pool.statistics().get(Counter.INSTANCES))
          .sum();
    }

    void reset() {
      processors.reset();
      connections.reset();
    }
  }

  private final class User {
    private final Node node;
    private final Map<String, SessionCookie> cookies = new HashMap<>();
    private final Runnable begin = this::begin;
    private final Runnable connectionFree = this::connectionFree;
    private NonBlockingPool<EmptyModule>.GrantedInstance instance;
    private CheckOut<EmptyModule> out;
    private int position; // index of the request in the kinds
    private int checkInTrips;
    private long databaseNanos;
    private long idleNanos;
    private long sent;
    private long granted;
    private boolean waiting;

    User(Node node, int number) {
      this.node = node;
      modules.forEach(module -> cookies.put(module, new SessionCookie("" + number)));
    }

    private RequestKind kind() {
      return kinds.get(position);
    }

    private void begin() {
      begun++;
      waiting = true;
      sent = events.now();
      NonBlockingPool<EmptyModule> pool = node.pools.get(kind().module());
      SessionCookie cookie = cookies.get(kind().module());
      try {
        instance = pool.claimNow(cookie);
      } catch (CheckOutException e) {
        fail();
        return;
      }
      if (instance == null) {
        BooleanSupplier timedOut = pool.enqueue(cookie, this::served);
        events.after(policy.time(JboProperty.MAX_WAIT).toNanos(), () -> failIf(timedOut));
      } else {
        useInstance();
      }
    }

    private void served(NonBlockingPool<EmptyModule>.GrantedInstance given) {
      instance = given;
      events.after(0, this::useInstance);
    }

    private void failIf(BooleanSupplier timedOut) {
      if (timedOut.getAsBoolean()) {
        fail();
      }
    }

    private void useInstance() {
      record(instanceWaits, sent);
      granted = events.now();
      if (!instance.needsConnection() || node.connections.hasFree()) {
        useConnection();
      } else {
        long request = sent;
        node.connections.await(connectionFree);
        events.after(BORROW_WAIT_NANOS, () -> stopWaiting(request));
      }
    }

    private void connectionFree() {
      node.connections.release();
      useConnection();
    }

    private void useConnection() {
      record(connectionWaits, granted);
      work(instance.checkOut());
    }

    /** Ends a request's wait for a connection at the timeout, so that the request fails. */
    private void stopWaiting(long request) {
      if (sent != request || !node.connections.cancel(connectionFree)) {
        return;
      }
      record(connectionWaits, granted);
      try {
        work(instance.checkOut());
      } catch (NoConnection e) {
        fail();
      }
    }

    private void work(CheckOut<EmptyModule> checkedOut) {
      out = checkedOut;
      RequestKind kind = kind();
      if (kind.ends()) {
        out.transactionEnded();
      } else {
        out.touch();
      }
      boolean writes = out.writesAtCheckIn();
      checkInTrips = writes ? store.write() : 0;
      long added = newTrips() + checkInTrips;
      long flushed = newFlushes() + (writes ? store.writeFlushes() : 0);
      poolTrips[position] += added;
      poolFlushes[position] += flushed;
      requests[position]++;
      double trips = kind.roundTrips() + added;
      double flushes = kind.flushes() + flushed;
      double rest = demands.cost(Demand.REST) * (trips + flushes) + demands.cost(Demand.OUTSIDE);
      double idle =
          trips * demands.cost(Demand.NETWORK) + flushes * setup.commitMs() + setup.pageMs();
      idleNanos = (long) ((idle + rest * demands.spread(random.nextDouble())) * MILLI);
      databaseNanos = cpuNanos(Demand.DATABASE, trips);
      node.processors.serve(cpuNanos(Demand.TIER, Demands.HTTP_TRIPS + trips), this::useDatabase);
    }

    private void useDatabase() {
      Runnable idle = () -> events.after(idleNanos, this::finish);
      if (databaseNanos > 0) {
        database.serve(databaseNanos, idle);
      } else {
        idle.run();
      }
    }

    private void finish() {
      newTrips();
      out.checkIn();
      newFlushes();
      if (newTrips() < checkInTrips) {
        throw new IllegalStateException("a check-in did not write its snapshot");
      }
      ended++;
      record(response, sent);
      long pause = kind().ends() ? think() : 0;
      position = position + 1 < kinds.size() ? position + 1 : opened;
      rest(pause);
    }

    /** Counts a failed request. The user sends it again after a pause of 1 ms or more. */
    private void fail() {
      failed++;
      record(response, sent);
      rest(Math.max(think(), (long) MILLI));
    }

    private void rest(long nanos) {
      waiting = false;
      events.after(nanos, begin);
    }
  }
}
