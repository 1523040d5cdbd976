package cloakroom.stress.run;

import cloakroom.stress.live.LivePort;
import cloakroom.stress.live.LiveRun;
import cloakroom.stress.load.Tick;
import cloakroom.stress.run.Variants.TrialSpec;
import cloakroom.stress.watch.Sampler;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Shows how a run gets on at a port of this machine, beside what the terminal shows. */
final class LiveProgress implements RunProgress, AutoCloseable {
  private final LiveRun run;
  private final Optional<LivePort> port;
  private final RunProgress terminal;

  private LiveProgress(LiveRun run, Optional<LivePort> port, RunProgress terminal) {
    this.run = run;
    this.port = port;
    this.terminal = terminal;
  }

  /** Opens the port, if there is to be one, and says where it is. */
  static LiveProgress open(OptionalInt port, RunProgress terminal) {
    LiveRun run = new LiveRun();
    Optional<LivePort> opened =
        port.isEmpty() ? Optional.empty() : Optional.of(LivePort.open(port.getAsInt(), run));
    opened.ifPresent(live -> terminal.say("live: " + live.address()));
    return new LiveProgress(run, opened, terminal);
  }

  @Override
  public void say(String line) {
    terminal.say(line);
    run.say(line);
  }

  @Override
  public void begin(TrialSpec trial, long transactions) {
    terminal.begin(trial, transactions);
    String policy = trial.variant().policy();
    run.begin(
        new LiveRun.Trial(
            trial.number(), trial.of(), trial.variant().name(), policy, transactions));
  }

  @Override
  public void nodes(Supplier<List<ObjectNode>> nodes) {
    terminal.nodes(nodes);
    run.nodes(nodes);
  }

  @Override
  public void tick(Tick tick) {
    terminal.tick(tick);
  }

  @Override
  public void row(Sampler.Row row) {
    terminal.row(row);
    run.row(row);
  }

  @Override
  public void total(Tick tick) {
    terminal.total(tick);
  }

  @Override
  public void end() {
    terminal.end();
    run.end();
  }

  /** Who looks is told that the run is over, and then the port closes. */
  @Override
  public void close() {
    run.close();
    port.ifPresent(LivePort::close);
  }
}
