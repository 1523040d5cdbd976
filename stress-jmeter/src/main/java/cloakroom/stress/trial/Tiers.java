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

/** Application tier of one trial: one node, or several on one database. */
final class Tiers implements AutoCloseable {
  private final List<TierNode> nodes = new ArrayList<>();
  private final StopSignal stop;
  private volatile boolean expectsNodeLoss;

  private Tiers(StopSignal stop) {
    this.stop = stop;
  }

  /** Starts the nodes one after the other; stops all of them if one cannot start. */
  static Tiers start(List<Launch> launches, String host, StopSignal stop) {
    Tiers tiers = new Tiers(stop);
    try {
      for (Launch launch : launches) {
        tiers.nodes.add(TierNode.start(launch, host, TierNode.START_TIMEOUT, stop, event -> {}));
      }
      return tiers;
    } catch (RuntimeException e) {
      tiers.close();
      throw e;
    }
  }

  /** Returns the external nodes, whose counters count from now. */
  static Tiers at(List<Target> targets, StopSignal stop) {
    Tiers tiers = new Tiers(stop);
    targets.forEach(target -> tiers.nodes.add(TierNode.at(target, stop)));
    return tiers;
  }

  List<String> addresses() {
    return nodes.stream().map(node -> node.address).toList();
  }

  /** Returns the CPU meter of all nodes, including killed ones. */
  CpuMeter cpu() {
    return CpuMeter.sum(nodes.stream().map(node -> node.cpu).toList());
  }

  CpuMeter relayCpu() {
    return CpuMeter.sum(nodes.stream().map(node -> node.relayCpu).toList());
  }

  /**
   * Returns the sum of all nodes' counters; those of a killed node are its last ones. Empty if a
   * running node does not respond, because a partial sum would look like a decrease.
   */
  Optional<NodeReport> counters() {
    return all(this::read).map(all -> all.size() == 1 ? all.get(0) : NodeCounters.sum(all));
  }

  /** Returns the sum of the live heaps; empty if a node does not report it. */
  Optional<LiveHeap> liveHeap() {
    return all(node -> node.admin.liveHeap())
        .map(heaps -> heaps.stream().reduce(LiveHeap.NONE, LiveHeap::plus));
  }

  private <T> Optional<List<T>> all(Function<TierNode, Optional<T>> query) {
    List<T> results =
        nodes.stream().map(query).takeWhile(Optional::isPresent).map(Optional::get).toList();
    return results.size() == nodes.size() ? Optional.of(results) : Optional.empty();
  }

  List<ObjectNode> live() {
    return nodes.stream().map(TierNode::live).toList();
  }

  private Optional<NodeReport> read(TierNode node) {
    return node.read(expectsNodeLoss && node == last());
  }

  private TierNode last() {
    return nodes.get(nodes.size() - 1);
  }

  /** Makes later reads of the last node complete: it may be killed after any of them. */
  void prepareNodeLoss() {
    expectsNodeLoss = true;
    var unused = read(last()); // in case that no other read precedes the kill
  }

  void endLast(boolean kill) {
    if (kill) {
      last().kill();
    } else {
      var unused = last().stop();
    }
  }

  /** Starts or ends a fault on every node; returns the first reason for a failure, or empty. */
  String sendFault(FaultCommand command) {
    List<String> failures = nodes.stream().map(node -> node.sendFault(command)).toList();
    return failures.stream().filter(why -> !why.isEmpty()).findFirst().orElse("");
  }

  /** Stops the running nodes one after the other; returns the final counters of all nodes. */
  FinalReports stop() {
    List<Optional<NodeReport>> reports = new ArrayList<>();
    for (TierNode node : nodes) {
      reports.add(node.killed ? node.last() : Optional.of(stop(node)));
    }
    return new FinalReports(reports);
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

  /** Final counters by node; empty for one that was killed before its first report. */
  record FinalReports(List<Optional<NodeReport>> nodes) {
    NodeReport total() {
      return sum(nodes);
    }

    /** Returns the sum of the nodes that remain after the last one was killed. */
    NodeReport surviving() {
      return sum(nodes.subList(0, nodes.size() - 1));
    }

    private static NodeReport sum(List<Optional<NodeReport>> some) {
      List<NodeReport> reports = some.stream().flatMap(Optional::stream).toList();
      return reports.size() == 1 && some.size() == 1 ? reports.get(0) : NodeCounters.sum(reports);
    }
  }

  static final class TierNode implements AutoCloseable {
    static final Duration START_TIMEOUT = Duration.ofMinutes(3);
    private final String name;

    /** Null for an external node, which the run neither stops nor measures as a process. */
    private final ChildProcess process;

    private final StopSignal stop;

    final String address;

    /** Counters of an external node before the trial; null for other nodes. */
    private final NodeReport before;

    final AdminClient admin;
    final CpuMeter cpu;

    /** CPU meter of the relay between node and database; without values if there is none. */
    final CpuMeter relayCpu;

    private volatile boolean closing;
    volatile boolean killed;
    private volatile Optional<NodeReport> latest = Optional.empty();

    private TierNode(
        String name,
        String address,
        AdminClient admin,
        NodeReport before,
        ChildProcess process,
        long relay,
        StopSignal stop) {
      this.name = name;
      this.address = address;
      this.admin = admin;
      this.before = before;
      this.process = process;
      this.stop = stop;
      this.cpu = process == null ? CpuMeter.remote() : CpuMeter.without(relay, process.pid());
      this.relayCpu = relay == 0 ? CpuMeter.remote() : CpuMeter.of(relay);
    }

    /** Returns an external node, whose counters count from now. */
    static TierNode at(Target target, StopSignal stop) {
      AdminClient admin = target.watch();
      String name = target.toString();
      NodeReport before =
          admin
              .begin()
              .orElseThrow(
                  () -> StressFailure.invalid("the tier at " + name + " does not begin a trial"));
      return new TierNode(name, name, admin, before, null, 0, stop);
    }

    /** Starts a node and waits until it is ready; a failure to start has its last message. */
    static TierNode start(
        Launch launch, String host, Duration limit, StopSignal stop, Consumer<JsonNode> listener) {
      ChildProcess process = ChildProcess.start(launch, listener);
      ReadyEvent ready = Records.of(process.ready(limit, stop), ReadyEvent.class);
      String address = host + ":" + ready.port();
      AdminClient admin = new Target(RunSettings.LOOPBACK, ready.port(), ready.adminPort()).watch();
      long relay = ready.relayProcessId();
      return new TierNode(launch.name(), address, admin, null, process, relay, stop);
    }

    /** Stops the node and returns its final counters; empty if it crashed or had to be killed. */
    Optional<NodeReport> stop() {
      if (process == null) {
        Optional<NodeReport> report = read(true);
        closing = true;
        return report;
      }
      closing = true;
      process.stop(stop.raised() ? Duration.ofSeconds(8) : Duration.ofMinutes(1));
      Optional<NodeReport> last =
          process
              .received(StoppedEvent.EVENT)
              .map(event -> Records.of(event, StoppedEvent.class).counters());
      latest = last.isPresent() ? last : latest;
      return last;
    }

    /** Starts or ends a fault; returns the reason for a failure, or empty. */
    String sendFault(FaultCommand command) {
      return closing ? "" : process.sendFault(command);
    }

    /** Kills the node: no request completes, no session is passivated, no counters are reported. */
    void kill() {
      closing = true;
      killed = true;
      process.kill();
    }

    /** Returns the state for the live page, with the name; the name only without a response. */
    ObjectNode live() {
      Optional<ObjectNode> state = killed ? Optional.empty() : admin.live();
      return state.orElseGet(JsonNodeFactory.instance::objectNode).put("name", name);
    }

    /** Returns the counters, {@code whole} with request times; of an ended node the last ones. */
    Optional<NodeReport> read(boolean whole) {
      Optional<NodeReport> now = Optional.empty();
      if (!closing) {
        now = whole ? admin.report() : admin.counters();
        now = before == null ? now : now.map(report -> report.since(before));
      }
      latest = now.isPresent() ? now : latest;
      return now.isPresent() ? now : last();
    }

    /** Returns the last counters of a killed or stopped node; empty for a running one. */
    Optional<NodeReport> last() {
      return closing ? latest.map(NodeReport::ofDead) : Optional.empty();
    }

    @Override
    public void close() {
      closing = true;
      if (process != null) {
        process.close();
      }
    }
  }
}
