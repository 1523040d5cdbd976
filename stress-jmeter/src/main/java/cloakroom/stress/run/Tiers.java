package cloakroom.stress.run;

import static java.util.concurrent.CompletableFuture.delayedExecutor;

import cloakroom.contract.LiveHeap;
import cloakroom.contract.NodeReport;
import cloakroom.stress.files.CountersFile;
import cloakroom.stress.process.Launch;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.watch.CpuMeter;
import cloakroom.stress.watch.NodeCounters;
import cloakroom.stress.watch.TierWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The application tier of one trial: one node, or several on one database. */
final class Tiers implements AutoCloseable {
  private final List<TierNode> nodes = new ArrayList<>();
  private final List<Optional<NodeReport>> lastRead = new ArrayList<>();
  private final List<Long> lastReadAt = new ArrayList<>();
  private final StopSignal stop;
  private Killed killed;
  private boolean sealed;
  private volatile boolean lastMayDie;

  private Tiers(StopSignal stop) {
    this.stop = stop;
  }

  /** Starts one node after the other; when one cannot start, none is left running. */
  static Tiers start(List<Launch> launches, StopSignal stop) {
    Tiers tiers = new Tiers(stop);
    try {
      launches.forEach(tiers::start);
      return tiers;
    } catch (RuntimeException e) {
      tiers.close();
      throw e;
    }
  }

  private void start(Launch launch) {
    nodes.add(TierNode.start(launch, stop));
    lastRead.add(Optional.empty());
    lastReadAt.add(0L);
  }

  List<Integer> ports() {
    return nodes.stream().map(TierNode::port).toList();
  }

  /** The CPU time of all nodes, a killed one's included. */
  CpuMeter cpu() {
    return CpuMeter.sum(nodes.stream().map(TierNode::cpu).toList());
  }

  /**
   * The counters of all nodes in one report, as of now; a killed node counts with its last ones.
   * Empty when a living node does not answer: half a sum would look like a fall.
   */
  Optional<NodeReport> counters() {
    List<NodeReport> read = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      Optional<NodeReport> now = read(i);
      if (now.isEmpty()) {
        return now;
      }
      read.add(now.get());
    }
    return Optional.of(read.size() == 1 ? read.get(0) : NodeCounters.sum(read));
  }

  /** The live heaps of all nodes as one; empty when a node does not tell. */
  Optional<LiveHeap> liveHeap() {
    LiveHeap sum = LiveHeap.NONE;
    for (TierNode node : nodes) {
      Optional<LiveHeap> heap = node.watch().liveHeap();
      if (heap.isEmpty()) {
        return heap;
      }
      sum = sum.and(heap.get());
    }
    return Optional.of(sum);
  }

  private Optional<NodeReport> read(int index) {
    Optional<NodeReport> now = isKilled(index) ? Optional.empty() : ask(index);
    return now.isPresent() ? Optional.of(keep(index, now.get())) : last(index);
  }

  /** What a node that dies has told last is its final report, so that it has to be whole. */
  private Optional<NodeReport> ask(int index) {
    TierWatch watch = nodes.get(index).watch();
    return lastMayDie && index == nodes.size() - 1 ? watch.report() : watch.counters();
  }

  private synchronized NodeReport keep(int index, NodeReport report) {
    lastRead.set(index, Optional.of(report));
    lastReadAt.set(index, System.currentTimeMillis());
    return report;
  }

  private synchronized Optional<NodeReport> last(int index) {
    return isKilled(index) ? lastRead.get(index).map(NodeReport::ofDead) : Optional.empty();
  }

  private synchronized boolean isKilled(int index) {
    return killed != null && killed.node() == index + 1;
  }

  /**
   * Kills the last node, as a crash would, when so much of the measured phase has passed, unless
   * the load is over by then.
   *
   * @param measured completes when the measured phase begins
   */
  void killLast(Duration after, CompletableFuture<?> measured) {
    lastMayDie = true;
    var unused =
        measured.thenRunAsync(
            this::killLast, delayedExecutor(after.toMillis(), TimeUnit.MILLISECONDS));
  }

  private synchronized void killLast() {
    int last = nodes.size() - 1;
    if (!sealed && killed == null) {
      if (lastReadAt.get(last) == 0) {
        var unused = read(last); // better counters of this moment than none
      }
      nodes.get(last).kill();
      killed = new Killed(last + 1, System.currentTimeMillis(), lastReadAt.get(last));
    }
  }

  /** The load is over: no node is killed any more. */
  synchronized void seal() {
    sealed = true;
  }

  /**
   * Stops all nodes that live, one after the other.
   *
   * @return their final counters, and the last ones of a killed node
   */
  Counts stop() {
    List<Optional<NodeReport>> reports = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      reports.add(isKilled(i) ? last(i) : Optional.of(stop(nodes.get(i))));
    }
    return new Counts(List.copyOf(reports), killed());
  }

  private NodeReport stop(TierNode node) {
    Optional<NodeReport> before = node.watch().report();
    Optional<NodeReport> last = node.stop();
    if (last.isEmpty()) {
      stop.raise("the tier did not stop cleanly");
    }
    return last.or(() -> before).orElseThrow(() -> StressFailure.invalid(stop.reason()));
  }

  private synchronized Optional<Killed> killed() {
    return Optional.ofNullable(killed);
  }

  @Override
  public void close() {
    seal();
    nodes.forEach(TierNode::close);
  }

  /**
   * What the nodes of one trial counted in the end.
   *
   * @param nodes the report of each node, in order; empty where a node was killed before it was
   *     ever asked
   * @param killed the node that was killed, if one was; its report is the last one read
   */
  record Counts(List<Optional<NodeReport>> nodes, Optional<Killed> killed) {
    /** The whole tier in one report: that of its only node, or the sum of all. */
    NodeReport total() {
      return sum(nodes);
    }

    /** The nodes that told their final counters, in one report. */
    NodeReport surviving() {
      List<Optional<NodeReport>> alive = new ArrayList<>(nodes);
      killed.ifPresent(kill -> alive.remove(kill.node() - 1));
      return sum(alive);
    }

    private static NodeReport sum(List<Optional<NodeReport>> some) {
      List<NodeReport> told = some.stream().flatMap(Optional::stream).toList();
      return told.size() == 1 && some.size() == 1 ? told.get(0) : NodeCounters.sum(told);
    }
  }

  /**
   * A node that was killed in the measured phase.
   *
   * @param node which one, from 1
   * @param at when, epoch milliseconds
   * @param countersAt when its counters were read last, epoch milliseconds; 0 if never
   */
  record Killed(int node, long at, long countersAt) {

    CountersFile.Killed told(long measuredFrom) {
      return new CountersFile.Killed(node, at, at - measuredFrom, countersAt);
    }
  }
}
