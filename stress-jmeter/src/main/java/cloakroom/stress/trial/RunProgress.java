package cloakroom.stress.trial;

import static java.nio.charset.StandardCharsets.UTF_8;

import cloakroom.platform.Variables;
import cloakroom.stress.folder.CountersFile;
import cloakroom.stress.live.LivePort;
import cloakroom.stress.live.LiveRun;
import cloakroom.stress.load.Tick;
import cloakroom.stress.settings.RunSettings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Tells how a run gets on: lines on the error stream, because the output stream is for results, and
 * the live page. A trial has a line when it and its measured phase begin, and every ten seconds.
 */
public class RunProgress implements AutoCloseable {
  private static final int EVERY = 10;
  static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);

  private final PrintStream out;
  final LiveRun live = new LiveRun();
  private final Optional<LivePort> port;

  private LiveRun.Trial trial;
  private int ticks;
  private TrialSpec first;
  private long firstBegan;
  private Tick last = Tick.NONE;

  /** Opens the port of the live page, if there is to be one, and says where it is. */
  RunProgress(PrintStream out, OptionalInt wanted) {
    this.out = out;
    boolean tokenAsked = !System.getenv().getOrDefault(Variables.ADMIN_TOKEN, "").isEmpty();
    this.port = wanted.stream().mapToObj(at -> LivePort.open(at, live, tokenAsked)).findFirst();
    port.ifPresent(page -> out.println("live: " + page.address()));
  }

  public static RunProgress of(RunSettings.Output output) {
    return new RunProgress(output.quiet() ? NOWHERE : System.err, output.live());
  }

  public synchronized void say(String line) {
    out.println(line);
    live.say(line);
  }

  /** A trial begins; its load makes so many transactions, -1 when the plan alone knows. */
  synchronized void begin(TrialSpec next, long transactions) {
    String variant = next.variant().name();
    String policy = next.variant().policy();
    trial = new LiveRun.Trial(next.number(), next.of(), variant, policy, transactions);
    ticks = 0;
    last = Tick.NONE;
    out.println(trial.line("begins" + left(next)));
    live.begin(trial);
  }

  /** Returns how long the remaining trials take if they are like those before. */
  private String left(TrialSpec next) {
    long now = System.nanoTime();
    if (first == null) {
      first = next;
      firstBegan = now;
      return "";
    }
    int done = next.number() - first.number();
    int remaining = next.of() - next.number() + 1;
    long seconds = (now - firstBegan) / 1_000_000_000 * remaining / done;
    return ", about %d:%02d min left".formatted(seconds / 60, seconds % 60);
  }

  /** Throughput and mean are those of the last second, errors those so far. */
  synchronized void tick(Tick tick) {
    boolean measuring = tick.measured() && !last.measured();
    last = tick;
    ticks = measuring ? 0 : ticks + 1;
    if (measuring || ticks % EVERY == 0) {
      String speed = ", %.0f requests/s, mean %.1f ms, %,d errors";
      out.println(
          trial.progress(tick)
              + (tick.measured()
                  ? speed.formatted(tick.throughput(), tick.meanMs(), tick.errors())
                  : ""));
    }
  }

  synchronized void total(CountersFile.EngineReport load) {
    String count = trial.progress(load.requests(), load.transactions());
    out.printf("%s, %,d errors, done%n", count, load.errors());
  }

  /** Who looks is told that the run is over, and then the port closes. */
  @Override
  public void close() {
    live.close();
    port.ifPresent(LivePort::close);
  }
}
