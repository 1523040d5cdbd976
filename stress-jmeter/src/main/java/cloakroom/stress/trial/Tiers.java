package cloakroom.stress.trial;

import cloakroom.contract.FaultCommand;
import cloakroom.contract.LiveHeap;
import cloakroom.contract.NodeReport;
import cloakroom.contract.ReadyEvent;
import cloakroom.contract.StoppedEvent;
import cloakroom.stress.monitor.AdminClient;
import cloakroom.stress.monitor.CpuMeter;
import cloakroom.stress.monitor.NodeCounters;
import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.ChildProcess.Launch;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.RunSettings;
import cloakroom.stress.settings.RunSettings.Target;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

final class Tiers implements AutoCloseable {
  private final List<TierNode> nodes = new ArrayList<>();
  private final StopSignal stop;
  private volatile boolean expectsNodeLoss;

  private Tiers(StopSignal stop) {
    this.stop = stop;
  }

  /** Starts the nodes in sequence. Stops all nodes if one node cannot start. */
  static Tiers start(
      List<Launch> launches,
      String host,
      Duration limit,
      StopSignal stop,
      Consumer<JsonNode> listener) {
    Tiers tiers = new Tiers(stop);
    try {
      for (Launch launch : launches) {
        ChildProcess process = ChildProcess.start(launch, listener);
        ReadyEvent ready = Records.of(process.ready(limit, stop), ReadyEvent.class);
        Target target = new Target(RunSettings.LOOPBACK, ready.port(), ready.adminPort());
        String address = host + ":" + ready.port();
        long relay = ready.relayProcessId();
        tiers.nodes.add(new TierNode(launch.name(), address, target.watch(), null, process, relay));
      }
      return tiers;
    } catch (RuntimeException e) {
      tiers.close();
      throw e;
    }
  }

  /** Returns the nodes of a running tier. Their counters count only events after this call. */
  static Tiers at(List<Target> targets, StopSignal stop) {
    Tiers tiers = new Tiers(stop);
    for (Target target : targets) {
      AdminClient admin = target.watch();
      String failure = "the tier at " + target + " does not begin a trial";
      NodeReport before = admin.begin().orElseThrow(() -> StressFailure.invalid(failure));
      tiers.nodes.add(new TierNode(target.toString(), target.toString(), admin, before, null, 0));
    }
    return tiers;
  }

  List<String> addresses() {
    return nodes.stream().map(node -> node.address).toList();
  }

  double cpuSeconds() {
    return nodes.stream().mapToDouble(node -> node.cpu.seconds()).sum();
  }

  double relayCpuSeconds() {
    return nodes.stream().mapToDouble(node -> node.relayCpu.seconds()).sum();
  }

  /**
   * Returns the sum of all nodes' counters, including the last known counters of a killed node.
   * Empty if a running node does not respond, because the sum would be too small.
   */
  Optional<NodeReport> counters() {
    return all(this::read).map(all -> all.size() == 1 ? all.get(0) : NodeCounters.sum(all));
  }

  /** Returns the sum of the nodes' live heaps; empty if a node does not report its heap. */
  Optional<LiveHeap> liveHeap() {
    return all(node -> node.admin.liveHeap())
        .map(heaps -> heaps.stream().reduce(LiveHeap.NONE, LiveHeap::plus));
  }

  private <T> Optional<List<T>> all(Function<TierNode, Optional<T>> query) {
    List<T> results =
        nodes.stream().map(query).takeWhile(Optional::isPresent).map(Optional::get).toList();
    return results.size() == nodes.size() ? Optional.of(results) : Optional.empty();
  }

  /** Returns each node's state for the live page; only the name if the node does not respond. */
  List<ObjectNode> live() {
    return nodes.stream()
        .map(
            node ->
                (node.killed ? Optional.<ObjectNode>empty() : node.admin.live())
                    .orElseGet(JsonNodeFactory.instance::objectNode)
                    .put("name", node.name))
        .toList();
  }

  private Optional<NodeReport> read(TierNode node) {
    return node.read(expectsNodeLoss && node == last());
  }

  private TierNode last() {
    return nodes.get(nodes.size() - 1);
  }

  /**
   * Prepares for the loss of the last node in the list. Reads of its counters then include request
   * times, because any read may be the last one before the loss.
   */
  void prepareNodeLoss() {
    expectsNodeLoss = true;
    var unused = read(last()); // in case that no other read precedes the kill
  }

  void endLast(boolean kill) {
    if (kill) { // no request completes, no session is passivated, no counters are reported
      last().closing = true;
      last().killed = true;
      last().process.kill();
    } else {
      var unused = last().stop(limit());
    }
  }

  String sendFault(FaultCommand command) {
    List<String> failures =
        nodes.stream().map(node -> node.closing ? "" : node.process.sendFault(command)).toList();
    return failures.stream().filter(why -> !why.isEmpty()).findFirst().orElse("");
  }

  FinalReports stop() {
    return new FinalReports(
        nodes.stream().map(n -> n.killed ? n.last() : Optional.of(stop(n))).toList());
  }

  private Duration limit() {
    return stop.raised() ? Duration.ofSeconds(8) : Duration.ofMinutes(1);
  }

  private NodeReport stop(TierNode node) {
    Optional<NodeReport> before = node.read(true);
    Optional<NodeReport> last = node.process == null ? before : node.stop(limit());
    if (last.isEmpty()) {
      stop.raise("the tier did not stop cleanly");
    }
    return last.or(() -> before).orElseThrow(() -> StressFailure.invalid(stop.reason()));
  }

  @Override
  public void close() {
    for (TierNode node : nodes) {
      node.closing = true;
      if (node.process != null) {
        node.process.close();
      }
    }
  }

  /** Final counters by node; empty for a node that was killed before its first report. */
  record FinalReports(List<Optional<NodeReport>> nodes) {
    NodeReport total() {
      return sum(nodes);
    }

    NodeReport surviving() {
      return sum(nodes.subList(0, nodes.size() - 1));
    }

    private static NodeReport sum(List<Optional<NodeReport>> some) {
      List<NodeReport> reports = some.stream().flatMap(Optional::stream).toList();
      return reports.size() == 1 && some.size() == 1 ? reports.get(0) : NodeCounters.sum(reports);
    }
  }

  private static final class TierNode {
    private final String name;
    // Null for a node at --targets, because the run does not start that node.
    private final ChildProcess process;
    final String address;
    // Counters at the start, subtracted from later ones; null for nodes that the run started.
    private final NodeReport before;
    final AdminClient admin;
    final CpuMeter cpu;
    // CPU meter of the relay process between node and database. Returns NaN without a relay.
    final CpuMeter relayCpu;
    private volatile boolean closing;
    volatile boolean killed;
    private volatile Optional<NodeReport> latest = Optional.empty();

    TierNode(
        String name,
        String address,
        AdminClient admin,
        NodeReport before,
        ChildProcess process,
        long relay) {
      this.name = name;
      this.address = address;
      this.admin = admin;
      this.before = before;
      this.process = process;
      this.cpu = process == null ? CpuMeter.remote() : CpuMeter.without(relay, process.pid());
      this.relayCpu = relay == 0 ? CpuMeter.remote() : CpuMeter.of(relay);
    }

    /** Stops a started node and returns its final counters; empty if it crashed or was killed. */
    Optional<NodeReport> stop(Duration limit) {
      closing = true;
      process.stop(limit);
      Optional<JsonNode> event = process.received(StoppedEvent.EVENT);
      Optional<NodeReport> last = event.map(e -> Records.of(e, StoppedEvent.class).counters());
      latest = last.isPresent() ? last : latest;
      return last;
    }

    /**
     * Returns the current counters, or the last known counters of a node that has ended.
     *
     * @param whole whether to include request times
     */
    Optional<NodeReport> read(boolean whole) {
      if (closing) {
        return last();
      }
      Optional<NodeReport> now = whole ? admin.report() : admin.counters();
      now = before == null ? now : now.map(report -> report.since(before));
      latest = now.isPresent() ? now : latest;
      return now.isPresent() ? now : last();
    }

    /** Returns the last known counters of a killed or stopped node; empty for a running node. */
    Optional<NodeReport> last() {
      return closing ? latest.map(NodeReport::ofDead) : Optional.empty();
    }
  }
}
