package cloakroom.stress.trial;

import cloakroom.contract.FaultCommand;
import cloakroom.contract.LiveHeap;
import cloakroom.contract.NodeReport;
import cloakroom.stress.monitor.CpuMeter;
import cloakroom.stress.monitor.NodeCounters;
import cloakroom.stress.process.Launch;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.RunSettings.Target;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The application tier of one trial: one node, or several on one database. */
final class Tiers implements AutoCloseable {
  private final List<TierNode> nodes = new ArrayList<>();
  private final StopSignal stop;
  private volatile boolean expectsNodeLoss;

  private Tiers(StopSignal stop) {
    this.stop = stop;
  }

  /** Starts one node after the other; when one cannot start, none is left running. */
  static Tiers start(List<Launch> launches, String at, StopSignal stop) {
    Tiers tiers = new Tiers(stop);
    try {
      launches.forEach(launch -> tiers.nodes.add(TierNode.start(launch, at, stop)));
      return tiers;
    } catch (RuntimeException e) {
      tiers.close();
      throw e;
    }
  }

  /** Those that run already, each from its counters of now. */
  static Tiers at(List<Target> targets, StopSignal stop) {
    Tiers tiers = new Tiers(stop);
    targets.forEach(target -> tiers.nodes.add(TierNode.at(target, stop)));
    return tiers;
  }

  List<String> addresses() {
    return nodes.stream().map(node -> node.address).toList();
  }

  /** The CPU time of all nodes, a killed one's included. */
  CpuMeter cpu() {
    return CpuMeter.sum(nodes.stream().map(node -> node.cpu).toList());
  }

  CpuMeter relayCpu() {
    return CpuMeter.sum(nodes.stream().map(node -> node.relayCpu).toList());
  }

  /**
   * The counters of all nodes in one report, as of now; a killed node counts with its last ones.
   * Empty when a living node does not answer: half a sum would look like a fall.
   */
  Optional<NodeReport> counters() {
    return all(this::read).map(all -> all.size() == 1 ? all.get(0) : NodeCounters.sum(all));
  }

  /** The live heaps of all nodes as one; empty when a node does not tell. */
  Optional<LiveHeap> liveHeap() {
    return all(node -> node.watch.liveHeap())
        .map(heaps -> heaps.stream().reduce(LiveHeap.NONE, LiveHeap::and));
  }

  private <T> Optional<List<T>> all(Function<TierNode, Optional<T>> ask) {
    List<T> told =
        nodes.stream().map(ask).takeWhile(Optional::isPresent).map(Optional::get).toList();
    return told.size() == nodes.size() ? Optional.of(told) : Optional.empty();
  }

  /** What all nodes show whoever looks, a dead one as well. */
  List<ObjectNode> live() {
    return nodes.stream().map(TierNode::live).toList();
  }

  /** What a node that dies has told last is its final report, so that it has to be whole. */
  private Optional<NodeReport> read(TierNode node) {
    return node.read(expectsNodeLoss && node == last());
  }

  private TierNode last() {
    return nodes.get(nodes.size() - 1);
  }

  /** From now on whatever the last node tells may be its final word. */
  void prepareNodeLoss() {
    expectsNodeLoss = true;
    var unused = read(last()); // should nobody ask before it dies
  }

  /** Kills the last node, as a crash would, or has it stop in peace. */
  void endLast(boolean kill) {
    if (kill) {
      last().kill();
    } else {
      var unused = last().stop();
    }
  }

  /** Has a fault of every node begin or end; returns why it does not somewhere, or nothing. */
  String order(FaultCommand order) {
    List<String> answers = nodes.stream().map(node -> node.order(order)).toList(); // of all
    return answers.stream().filter(why -> !why.isEmpty()).findFirst().orElse("");
  }

  /** Stops the living nodes one by one; returns final counters, of a killed one the last. */
  Counts stop() {
    List<Optional<NodeReport>> reports = new ArrayList<>();
    for (TierNode node : nodes) {
      reports.add(node.killed ? node.last() : Optional.of(stop(node)));
    }
    return new Counts(reports);
  }

  private NodeReport stop(TierNode node) {
    Optional<NodeReport> before = node.read(true);
    Optional<NodeReport> last = node.stop();
    if (last.isEmpty()) {
      stop.raise("the tier did not stop cleanly");
    }
    return last.or(() -> before).orElseThrow(() -> StressFailure.invalid(stop.reason()));
  }

  @Override
  public void close() {
    nodes.forEach(TierNode::close);
  }

  /** What the nodes counted in the end; empty for one that was killed before it was ever asked. */
  record Counts(List<Optional<NodeReport>> nodes) {
    /** The whole tier in one report: that of its only node, or the sum of all. */
    NodeReport total() {
      return sum(nodes);
    }

    /** The nodes that told their final counters where the last one was killed, in one report. */
    NodeReport surviving() {
      return sum(nodes.subList(0, nodes.size() - 1));
    }

    private static NodeReport sum(List<Optional<NodeReport>> some) {
      List<NodeReport> told = some.stream().flatMap(Optional::stream).toList();
      return told.size() == 1 && some.size() == 1 ? told.get(0) : NodeCounters.sum(told);
    }
  }
}
