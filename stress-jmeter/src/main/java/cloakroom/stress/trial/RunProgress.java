package cloakroom.stress.trial;

import static java.nio.charset.StandardCharsets.UTF_8;

import cloakroom.platform.Variables;
import cloakroom.stress.folder.CountersFile;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.live.LivePort;
import cloakroom.stress.live.LiveRun;
import cloakroom.stress.load.Tick;
import cloakroom.stress.settings.RunSettings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Progress of a run on standard error and on the live page. Standard output is reserved for
 * results. A line appears every ten seconds, and when a trial or a measured phase begins.
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

  RunProgress(PrintStream out, OptionalInt livePort) {
    this.out = out;
    boolean token = !System.getenv().getOrDefault(Variables.ADMIN_TOKEN, "").isEmpty();
    this.port = livePort.stream().mapToObj(at -> new LivePort(at, live, token)).findFirst();
    port.ifPresent(page -> out.println("live: " + page.address()));
  }

  public static RunProgress of(RunSettings.Output output) {
    return new RunProgress(output.quiet() ? NOWHERE : System.err, output.live());
  }

  public synchronized void print(String line) {
    out.println(line);
    live.say(line);
  }

  /**
   * Reports that a trial begins, and resets the counts of the previous trial.
   *
   * @param transactions expected number of transactions; -1 if unknown
   */
  synchronized void begin(TrialSpec next, long transactions) {
    Variant of = next.variant();
    trial = new LiveRun.Trial(next.number(), next.of(), of.name(), of.policy(), transactions);
    ticks = 0;
    last = Tick.NONE;
    out.println(trial.line("begins" + left(next)));
    live.begin(trial);
  }

  private String left(TrialSpec next) {
    if (first == null) {
      first = next;
      firstBegan = System.nanoTime();
      return "";
    }
    int done = next.number() - first.number();
    int remaining = next.of() - next.number() + 1;
    long seconds = (System.nanoTime() - firstBegan) / 1_000_000_000 * remaining / done;
    return ", about %d:%02d min left".formatted(seconds / 60, seconds % 60);
  }

  synchronized void tick(Tick tick) {
    boolean measuring = tick.measured() && !last.measured();
    last = tick;
    ticks = measuring ? 0 : ticks + 1;
    if (measuring || ticks % INTERVAL_TICKS == 0) {
      String form = tick.measured() ? "%s, %.0f requests/s, mean %.1f ms, %,d errors%n" : "%s%n";
      out.printf(form, trial.progress(tick), tick.throughput(), tick.meanMs(), tick.errors());
    }
  }

  synchronized void total(CountersFile.EngineReport load) {
    String count = trial.progress(load.requests(), load.transactions());
    out.printf("%s, %,d errors, done%n", count, load.errors());
  }

  /** Sends the end of the run to clients of the live page, then closes the port. */
  @Override
  public void close() {
    live.close();
    port.ifPresent(LivePort::close);
  }
}
