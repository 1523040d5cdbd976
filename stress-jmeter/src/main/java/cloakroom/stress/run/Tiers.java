package cloakroom.stress.run;

import cloakroom.stress.process.CutShort;
import cloakroom.stress.process.Launch;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.watch.CpuMeter;
import cloakroom.stress.watch.NodeCounters;
import cloakroom.stress.watch.TierWatch;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The application tier of one trial: one node, or several on one database. */
final class Tiers implements AutoCloseable {
  private final List<Tier> nodes = new ArrayList<>();
  private final List<JsonNode> lastRead = new ArrayList<>();
  private final List<Long> lastReadAt = new ArrayList<>();
  private final StopSignal stop;
  private NodeKill killed;
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
    nodes.add(Tier.start(launch, stop));
    lastRead.add(MissingNode.getInstance());
    lastReadAt.add(0L);
  }

  /** The ports of the pages, in the order of the nodes. */
  List<Integer> ports() {
    return nodes.stream().map(Tier::port).toList();
  }

  /** The CPU time of all nodes, a killed one's included. */
  CpuMeter cpu() {
    return CpuMeter.sum(nodes.stream().map(Tier::cpu).toList());
  }

  /**
   * The counters of all nodes in one report, as of now; a killed node counts with its last ones.
   * Empty when a living node does not answer: half a sum would look like a fall.
   */
  Optional<JsonNode> counters() {
    List<JsonNode> read = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      Optional<JsonNode> now = read(i);
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
    for (Tier node : nodes) {
      Optional<JsonNode> heap = node.watch().liveHeap();
      if (heap.isEmpty()) {
        return Optional.empty();
      }
      sum = sum.and(LiveHeap.of(heap.get()));
    }
    return Optional.of(sum);
  }

  private Optional<JsonNode> read(int index) {
    Optional<JsonNode> now = isKilled(index) ? Optional.empty() : ask(index);
    return now.isPresent() ? Optional.of(keep(index, now.get())) : last(index);
  }

  /** What a node that dies has told last is its final report, so that it has to be whole. */
  private Optional<JsonNode> ask(int index) {
    TierWatch watch = nodes.get(index).watch();
    return lastMayDie && index == nodes.size() - 1 ? watch.report() : watch.counters();
  }

  private synchronized JsonNode keep(int index, JsonNode report) {
    lastRead.set(index, report);
    lastReadAt.set(index, System.currentTimeMillis());
    return report;
  }

  private synchronized Optional<JsonNode> last(int index) {
    return isKilled(index)
        ? Optional.of(lastRead.get(index)).filter(JsonNode::isObject).map(NodeCounters::ofDead)
        : Optional.empty();
  }

  private synchronized boolean isKilled(int index) {
    return killed != null && killed.node() == index + 1;
  }

  /** From now on the last node may be killed. */
  void expectKill() {
    lastMayDie = true;
  }

  /** Kills the last node, as a crash would, unless the load is over. */
  synchronized void killLast() {
    int last = nodes.size() - 1;
    if (!sealed && killed == null) {
      if (lastReadAt.get(last) == 0) {
        var unused = read(last); // better counters of this moment than none
      }
      nodes.get(last).kill();
      killed = new NodeKill(last + 1, System.currentTimeMillis(), lastReadAt.get(last));
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
  TierCounts stop() {
    List<JsonNode> reports = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      reports.add(isKilled(i) ? last(i).orElse(MissingNode.getInstance()) : stop(nodes.get(i)));
    }
    return new TierCounts(List.copyOf(reports), killed());
  }

  private JsonNode stop(Tier node) {
    Optional<JsonNode> before = node.watch().report();
    Optional<JsonNode> last = node.stop();
    if (last.isEmpty()) {
      stop.raise("the tier did not stop cleanly");
    }
    return last.or(() -> before).orElseThrow(() -> new CutShort(stop.reason()));
  }

  private synchronized Optional<NodeKill> killed() {
    return Optional.ofNullable(killed);
  }

  @Override
  public void close() {
    nodes.forEach(Tier::close);
  }
}
