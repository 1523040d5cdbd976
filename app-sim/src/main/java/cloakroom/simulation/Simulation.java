package cloakroom.simulation;

import cloakroom.contract.Counter;
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
import cloakroom.simulation.NodeConnections.NoConnection;
import cloakroom.simulation.PredictionRequest.RequestKind;
import cloakroom.simulation.PredictionRequest.Setup;
import cloakroom.simulation.SimulationResult.DatabaseWork;
import cloakroom.simulation.SimulationResult.TimeSummary;
import cloakroom.state.SnapshotCodecs;
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
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Users who send a request, wait for its answer and think, each at one node. A request is given an
 * instance by the node's pool, waits for a connection if it needs one, computes in the tier, then
 * in the database, and is under way meanwhile; its check-in comes when its snapshot is written.
 *
 * <p>What the pool does takes no time of its own: it is done at once, counted, and charged to the
 * request that caused it. A thief writes its victim's snapshot through the connection that it works
 * with afterwards; what the pool monitor writes occupies the database and nobody waits for it.
 */
final class Simulation {
  private static final double MILLI = 1e6;
  private static final int MICRO = 1_000;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** Of lognormal pauses, as in the plans. */
  private static final double SIGMA = 0.8;

  /** How long a node waits for a connection unless it is told otherwise. */
  private static final long BORROW_WAIT = TimeUnit.SECONDS.toNanos(30);

  private final EventQueue agenda = new EventQueue();
  private final TierCounters counts = new TierCounters();
  private final Histogram response = new Histogram(3);
  private final Histogram instanceWaits = new Histogram(3);
  private final Histogram connectionWaits = new Histogram(3);
  private final List<Node> nodes = new ArrayList<>();
  private final List<User> users = new ArrayList<>();
  private final Setup setup;
  private final Demands demands;
  private final StoreCost store;
  private final List<String> modules;
  private final ReleasePolicy policy;
  private final SplittableRandom random;
  private final Station database;
  private long begun;
  private long ended;
  private long failed;

  private final double[] askedTrips;
  private final double[] askedFlushes;
  private final long[] answered;

  /** Round trips and flushes that the pools of all nodes have asked for. */
  private long tripsSoFar;

  private long flushesSoFar;
  private long borrows;

  private Simulation(Setup setup, Demands demands, long seed) {
    this.setup = setup;
    this.demands = demands;
    this.store = StoreCost.of(setup.store(), setup.checks() ? 1 : 0);
    this.modules = demands.cycle().stream().map(RequestKind::module).distinct().toList();
    this.askedTrips = new double[demands.cycle().size()];
    this.askedFlushes = new double[demands.cycle().size()];
    this.answered = new long[demands.cycle().size()];
    this.policy = setup.releasePolicy();
    this.random = new SplittableRandom(seed);
    this.database = new Station(agenda, setup.databaseProcessors());
    int connections = setup.connections() / setup.nodes();
    if (!policy.poolsConnections()
        && policy.number(JboProperty.INIT_POOL_SIZE) * modules.size() > connections) {
      throw new IllegalArgumentException(
          "jbo.ampool.initpoolsize=%d is more than the %d connections of a node"
              .formatted(policy.number(JboProperty.INIT_POOL_SIZE), connections));
    }
    for (int i = 0; i < setup.nodes(); i++) {
      nodes.add(new Node(connections));
    }
    for (int i = 0; i < setup.users(); i++) {
      users.add(new User(nodes.get(i % nodes.size()), i));
    }
  }

  /** Simulates for so long, of which the first seconds are in no figure but to see all go in. */
  static SimulationResult run(
      Setup setup, Demands demands, double warmUp, double seconds, long seed) {
    return new Simulation(setup, demands, seed).run(warmUp, seconds);
  }

  private SimulationResult run(double warmUp, double seconds) {
    long start = (long) (warmUp * SECOND);
    users.forEach(user -> agenda.after((long) (random.nextDouble() * think()), user::begin));
    nodes.forEach(Node::watch);
    agenda.runUntil(start);
    Map<Counter, Long> before = new EnumMap<>(Counter.class);
    for (Counter counter : Counter.values()) {
      before.put(counter, counts.get(counter));
    }
    List.of(response, instanceWaits, connectionWaits).forEach(Histogram::reset);
    Arrays.fill(askedTrips, 0);
    Arrays.fill(askedFlushes, 0);
    Arrays.fill(answered, 0);
    database.reset();
    nodes.forEach(Node::reset);
    agenda.runUntil(start + (long) (seconds * SECOND));
    return outcome(before, seconds);
  }

  private SimulationResult outcome(Map<Counter, Long> before, double seconds) {
    Map<String, Long> growth = new TreeMap<>();
    before.forEach((counter, n) -> growth.put(counter.label(), counts.get(counter) - n));
    long requests = response.getTotalCount();
    return new SimulationResult(
        requests,
        requests / seconds,
        TimeSummary.of(response),
        TimeSummary.of(instanceWaits),
        TimeSummary.of(connectionWaits),
        nodes.stream().mapToDouble(node -> node.processors.share()).average().orElse(0),
        database.share(),
        nodes.stream().mapToDouble(node -> node.connections.mean()).sum(),
        nodes.stream().mapToInt(node -> node.connections.most()).max().orElse(0),
        nodes.stream().mapToLong(Node::instances).sum(),
        asked(),
        growth,
        begun,
        ended,
        failed,
        users.stream().filter(user -> user.atWork).count());
  }

  private List<DatabaseWork> asked() {
    return IntStream.range(0, answered.length)
        .mapToObj(
            i -> {
              double each = Math.max(1, answered[i]);
              return new DatabaseWork(askedTrips[i] / each, askedFlushes[i] / each);
            })
        .toList();
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

  /** How long a processor has to do with so many exchanges. */
  private long computing(Demand demand, double exchanges) {
    return (long) (demands.cost(demand) * exchanges * MILLI * random.nextExponential());
  }

  /** Round trips of snapshots, queries and checks of connections since it was asked last. */
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

  private void measure(Histogram histogram, long since) {
    histogram.recordValue((agenda.now() - since) / MICRO);
  }

  private final class Node {
    final Station processors = new Station(agenda, setup.tierProcessors());
    final Station connections;
    final Map<String, NonBlockingPool<EmptyModule>> pools = new HashMap<>();

    Node(int limit) {
      connections = new Station(agenda, limit);
      NodeConnections source = new NodeConnections(connections, () -> borrows++);
      for (String module : modules) {
        pools.put(
            module,
            new NonBlockingPool<>(
                new ApplicationModulePool<>(
                    EmptyModule.NAME,
                    policy,
                    EmptyModule::new,
                    source,
                    new MemoryStore(),
                    SnapshotCodecs.BINARY,
                    counts,
                    agenda::now)));
      }
    }

    void watch() {
      agenda.after(policy.time(JboProperty.MONITOR_SLEEP_INTERVAL).toNanos(), this::cleanUp);
    }

    private void cleanUp() {
      pools.values().forEach(NonBlockingPool::cleanUp);
      database.serve(computing(Demand.DATABASE, (double) newTrips()), () -> {});
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

  /** A user with a session at each module's pool. */
  private final class User {
    private final Node node;
    private final Map<String, SessionCookie> cookies = new HashMap<>();
    private final Runnable begin = this::begin;
    private final Runnable called = this::called;
    private NonBlockingPool<EmptyModule>.GrantedInstance place;
    private CheckOut<EmptyModule> out;
    private int position;
    private int promised;
    private long inDatabase;
    private long way;
    private long due;
    private long placed;
    private boolean atWork;

    User(Node node, int number) {
      this.node = node;
      modules.forEach(module -> cookies.put(module, new SessionCookie("" + number)));
    }

    private RequestKind kind() {
      return demands.cycle().get(position);
    }

    private void begin() {
      begun++;
      atWork = true;
      due = agenda.now();
      NonBlockingPool<EmptyModule> pool = node.pools.get(kind().module());
      SessionCookie cookie = cookies.get(kind().module());
      try {
        place = pool.claimNow(cookie);
      } catch (CheckOutException e) {
        fail();
        return;
      }
      if (place == null) {
        BooleanSupplier inVain = pool.enterLine(cookie, this::served);
        agenda.after(policy.time(JboProperty.MAX_WAIT).toNanos(), () -> giveUp(inVain));
      } else {
        placed();
      }
    }

    private void served(NonBlockingPool<EmptyModule>.GrantedInstance given) {
      place = given;
      agenda.after(0, this::placed);
    }

    private void giveUp(BooleanSupplier inVain) {
      if (inVain.getAsBoolean()) {
        fail();
      }
    }

    private void placed() {
      measure(instanceWaits, due);
      placed = agenda.now();
      if (!place.needsConnection() || node.connections.hasFree()) {
        connected();
      } else {
        long request = due;
        node.connections.await(called);
        agenda.after(BORROW_WAIT, () -> giveUpConnection(request));
      }
    }

    private void called() {
      node.connections.release();
      connected();
    }

    private void connected() {
      measure(connectionWaits, placed);
      work(place.ready());
    }

    /** The pool finds no connection and undoes the check-out, as it does after its own wait. */
    private void giveUpConnection(long request) {
      if (due != request || !node.connections.leave(called)) {
        return;
      }
      try {
        work(place.ready());
      } catch (NoConnection e) {
        fail();
      }
    }

    /** All that the request will cost is known now, its check-in's snapshot included. */
    private void work(CheckOut<EmptyModule> checkedOut) {
      out = checkedOut;
      RequestKind kind = kind();
      if (kind.ends()) {
        out.transactionEnded();
      } else {
        out.touch();
      }
      boolean writes = out.writesAtCheckIn();
      promised = writes ? store.write() : 0;
      long asked = newTrips() + promised;
      long flushed = newFlushes() + (writes ? store.writeFlushes() : 0);
      askedTrips[position] += asked;
      askedFlushes[position] += flushed;
      answered[position]++;
      double trips = kind.roundTrips() + asked;
      double flushes = kind.flushes() + flushed;
      double rest = demands.cost(Demand.REST) * (trips + flushes) + demands.cost(Demand.OUTSIDE);
      double idle =
          trips * demands.cost(Demand.DISTANCE) + flushes * setup.commitMs() + setup.pageMs();
      way = (long) ((idle + rest * demands.spread(random.nextDouble())) * MILLI);
      inDatabase = computing(Demand.DATABASE, trips);
      node.processors.serve(computing(Demand.TIER, Demands.HTTP_TRIPS + trips), this::computed);
    }

    private void computed() {
      if (inDatabase > 0) {
        database.serve(inDatabase, this::answered);
      } else {
        answered();
      }
    }

    private void answered() {
      agenda.after(way, this::finish);
    }

    private void finish() {
      newTrips();
      out.checkIn();
      newFlushes();
      if (newTrips() < promised) {
        throw new IllegalStateException("a check-in wrote no snapshot that it had promised");
      }
      ended++;
      measure(response, due);
      boolean ends = kind().ends();
      position = (position + 1) % demands.cycle().size();
      rest(ends ? think() : 0);
    }

    /** The user thinks, for a millisecond at least, and sends the same request again. */
    private void fail() {
      failed++;
      measure(response, due);
      rest(Math.max(think(), (long) MILLI));
    }

    private void rest(long nanos) {
      atWork = false;
      agenda.after(nanos, begin);
    }
  }
}
