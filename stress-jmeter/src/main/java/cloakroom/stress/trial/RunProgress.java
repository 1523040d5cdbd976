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
 * Progress of a run on the error stream, because the output stream is for results, and on the live
 * page. A line is printed when a trial and its measured phase begin, and every ten seconds.
 */
public class RunProgress implements AutoCloseable {
  private static final int INTERVAL_TICKS = 10;
  static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
  private final PrintStream out;
  final LiveRun live = new LiveRun();
  private final Optional<LivePort> port;
  private LiveRun.Trial trial;
  private int ticks;
  private TrialSpec first;
  private long firstBegan;
  private Tick last = Tick.NONE;

  /** Opens the port of the live page, if one is given, and prints its address. */
  RunProgress(PrintStream out, OptionalInt livePort) {
    this.out = out;
    boolean token = !System.getenv().getOrDefault(Variables.ADMIN_TOKEN, "").isEmpty();
    this.port = livePort.stream().mapToObj(at -> LivePort.open(at, live, token)).findFirst();
    port.ifPresent(page -> out.println("live: " + page.address()));
  }

  public static RunProgress of(RunSettings.Output output) {
    return new RunProgress(output.quiet() ? NOWHERE : System.err, output.live());
  }

  public synchronized void print(String line) {
    out.println(line);
    live.say(line);
  }

  /** Begins a trial; {@code transactions} is -1 if their number is unknown. */
  synchronized void begin(TrialSpec next, long transactions) {
    String variant = next.variant().name();
    String policy = next.variant().policy();
    trial = new LiveRun.Trial(next.number(), next.of(), variant, policy, transactions);
    ticks = 0;
    last = Tick.NONE;
    out.println(trial.line("begins" + left(next)));
    live.begin(trial);
  }

  /** Returns the time for the remaining trials, at the mean duration of the earlier ones. */
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

  /** Prints throughput and mean of the last second, and all errors so far. */
  synchronized void tick(Tick tick) {
    boolean measuring = tick.measured() && !last.measured();
    last = tick;
    ticks = measuring ? 0 : ticks + 1;
    if (measuring || ticks % INTERVAL_TICKS == 0) {
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

  /** Sends the end of the run to the clients of the live page, then closes its port. */
  @Override
  public void close() {
    live.close();
    port.ifPresent(LivePort::close);
  }
}
