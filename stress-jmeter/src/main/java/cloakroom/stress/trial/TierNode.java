package cloakroom.stress.trial;

import cloakroom.contract.FaultCommand;
import cloakroom.contract.NodeReport;
import cloakroom.contract.ReadyEvent;
import cloakroom.contract.StoppedEvent;
import cloakroom.stress.monitor.AdminClient;
import cloakroom.stress.monitor.CpuMeter;
import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.Launch;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.RunSettings;
import cloakroom.stress.settings.RunSettings.Target;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** One node of the application tier. */
final class TierNode implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(3);

  private final String name;

  /** Null for one that runs already, which is neither ended nor measured as a process. */
  private final ChildProcess process;

  private final StopSignal stop;

  /** Where its users find it: HOST:PORT. */
  final String address;

  /** What was counted before the trial by one that runs already, else null. */
  private final NodeReport before;

  final AdminClient watch;
  final CpuMeter cpu;

  /** Of the relay between it and its database; unknown without one. */
  final CpuMeter relayCpu;

  private volatile boolean closing;
  volatile boolean killed;
  private volatile Optional<NodeReport> read = Optional.empty();

  private TierNode(
      String name,
      String address,
      AdminClient watch,
      NodeReport before,
      ChildProcess process,
      long relay,
      StopSignal stop) {
    this.name = name;
    this.address = address;
    this.watch = watch;
    this.before = before;
    this.process = process;
    this.stop = stop;
    this.cpu = process == null ? CpuMeter.elsewhere() : CpuMeter.without(relay, process.pid());
    this.relayCpu = relay == 0 ? CpuMeter.elsewhere() : CpuMeter.of(relay);
  }

  /** One that runs already; from now on it counts for this trial. */
  static TierNode at(Target target, StopSignal stop) {
    AdminClient watch = target.watch();
    NodeReport before =
        watch
            .begin()
            .orElseThrow(
                () -> StressFailure.invalid("the tier at " + target + " does not begin a trial"));
    return new TierNode(target.toString(), target.toString(), watch, before, null, 0, stop);
  }

  /**
   * Starts it and waits until it serves. When it cannot (wrong password, no schema, a setting that
   * does not exist), the failure's message is the line with which it ended.
   */
  static TierNode start(Launch launch, String at, StopSignal stop) {
    return start(launch, at, START, stop, event -> {});
  }

  /** Starts it within the limit; the listener receives every event. */
  static TierNode start(
      Launch launch, String at, Duration limit, StopSignal stop, Consumer<JsonNode> listener) {
    ChildProcess process = ChildProcess.start(launch, listener);
    ReadyEvent ready = Records.of(process.ready(limit, stop), ReadyEvent.class);
    String address = at + ":" + ready.port();
    AdminClient watch = new Target(RunSettings.LOOPBACK, ready.port(), ready.adminPort()).watch();
    long relay = ready.relayProcessId();
    return new TierNode(launch.name(), address, watch, null, process, relay, stop);
  }

  /** Stops it in peace and returns its final counters; empty when it had to be killed or died. */
  Optional<NodeReport> stop() {
    if (process == null) {
      Optional<NodeReport> told = read(true);
      closing = true;
      return told;
    }
    closing = true;
    process.stop(stop.raised() ? Duration.ofSeconds(8) : Duration.ofMinutes(1));
    Optional<NodeReport> last =
        process
            .told(StoppedEvent.EVENT)
            .map(event -> Records.of(event, StoppedEvent.class).counters());
    read = last.isPresent() ? last : read;
    return last;
  }

  /** Has a fault of it begin or end; returns why it does not, or nothing. */
  String order(FaultCommand order) {
    return closing ? "" : process.order(order);
  }

  /** Ends it as a crash would: nothing is finished, passivated or told. */
  void kill() {
    closing = true;
    killed = true;
    process.kill();
  }

  /** What it shows whoever looks, with its name; the name alone if it does not answer. */
  ObjectNode live() {
    Optional<ObjectNode> told = killed ? Optional.empty() : watch.live();
    return told.orElseGet(JsonNodeFactory.instance::objectNode).put("name", name);
  }

  /** Its counters, {@code whole} with the times of requests; of one that ended the last ones. */
  Optional<NodeReport> read(boolean whole) {
    Optional<NodeReport> now = Optional.empty();
    if (!closing) {
      now = whole ? watch.report() : watch.counters();
      now = before == null ? now : now.map(report -> report.since(before));
    }
    read = now.isPresent() ? now : read;
    return now.isPresent() ? now : last();
  }

  /** What a node told last that was killed or stopped; empty for one that lives. */
  Optional<NodeReport> last() {
    return closing ? read.map(NodeReport::ofDead) : Optional.empty();
  }

  @Override
  public void close() {
    closing = true;
    if (process != null) {
      process.close();
    }
  }
}
