package cloakroom.stress.trial;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.process.SharedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills of the processes of a run at random times. None may keep running, in the profile soak after
 * ten seconds. {@code -Dcloakroom.kills=20} sets the number of kills for each process.
 */
@Tag("full")
@Tag("scalable")
@EnabledOnOs(value = OS.LINUX, disabledReason = "processes are found by their environment in /proc")
class KillsIT {
  private static final int MOMENTS = Integer.getInteger("cloakroom.kills", 1);
  private static final long SEED = Long.getLong("cloakroom.seed", 18);
  private static final int LATEST_MILLIS = 6_000;
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final List<String> SIGNALS = List.of("KILL", "TERM", "INT", "HUP");

  private static final String RUN =
      "--policies sticky --users 2 --iterations 3000 --think 20ms --ramp 0s --warm-up 0"
          + " --no-dashboard --no-count-round-trips --quiet";

  private static final String MARK = "KILLS_IT_MARK";
  @TempDir private static Path out;

  private enum Part {
    RUNNER("\0run\0"),
    TIER("\0serve\0"),
    ENGINE("\0cloakroom.stress.load.Engine\0"),
    DATABASE("/bin/postgres\0");

    private final String word;

    Part(String word) {
      this.word = word;
    }
  }

  private record Kill(Part part, String signal, int afterMillis) {}

  private static Stream<Kill> fatal() {
    return Stream.of(new Kill(Part.RUNNER, "HUP", 500), new Kill(Part.ENGINE, "KILL", 200));
  }

  private static Stream<Kill> kills() {
    Random random = new Random(SEED);
    List<Kill> all = new ArrayList<>();
    for (int i = 0; i < MOMENTS * Part.values().length; i++) {
      String signal = SIGNALS.get(i / Part.values().length % SIGNALS.size());
      Part part = Part.values()[i % Part.values().length];
      all.add(new Kill(part, signal, random.nextInt(LATEST_MILLIS)));
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("fatal")
  void killThatEndsTheRun_leavesNothingInTheWayOfTheNext(Kill kill) throws Exception {
    assertThat(endsRun(kill, LIMIT)).isTrue();
  }

  @Tag("soak")
  @ParameterizedTest
  @MethodSource("kills")
  void anyKill_leavesNothingInTheWayOfTheNextAfterTenSeconds(Kill kill) throws Exception {
    endsRun(kill, SOON);
  }

  private static boolean endsRun(Kill kill, Duration limit) throws Exception {
    String mark = UUID.randomUUID().toString();
    RunnerProcess runner = start(kill, mark);
    await(LIMIT, () -> !withWord(mark, kill.part().word).isEmpty(), kill + " finds no process");
    LockSupport.parkNanos(Duration.ofMillis(kill.afterMillis()).toNanos());
    List<ProcessHandle> all = withWord(mark, "");
    List<ProcessHandle> victims = withWord(mark, kill.part().word);

    long from = System.nanoTime();
    for (ProcessHandle victim : victims) {
      new ProcessBuilder("kill", "-" + kill.signal(), Long.toString(victim.pid()))
          .start()
          .waitFor();
    }
    boolean endedIt = isTrue(limit, () -> withWord(mark, "").isEmpty());
    double seconds = (System.nanoTime() - from) / 1e9;
    if (!endedIt) { // the run must obey a signal to the runner
      runner.signal("TERM");
      await(limit, () -> withWord(mark, "").isEmpty(), left(mark));
    }
    System.out.printf(
        "kill | %-8s | %-4s | after %4d ms | %s%n",
        kill.part(),
        kill.signal(),
        kill.afterMillis(),
        endedIt ? "all gone in %.1f s".formatted(seconds) : "went on, and ended when told");
    runner.exitCode();
    assertThat(folders())
        .noneMatch(folder -> all.stream().anyMatch(p -> folder.startsWith(p.pid() + "-")));
    return endedIt;
  }

  /** Uses the shared database, unless the kill is that of a database. */
  private static RunnerProcess start(Kill kill, String mark) throws IOException {
    String database =
        kill.part() == Part.DATABASE
            ? ""
            : " --url " + SharedDatabase.url() + " --user " + SharedDatabase.user();
    Map<String, String> environment =
        kill.part() == Part.DATABASE
            ? Map.of(MARK, mark)
            : Map.of(MARK, mark, "CLOAKROOM_DB_PASSWORD", SharedDatabase.PASSWORD);
    return RunnerProcess.start(out, environment, (RUN + database).split(" ", -1));
  }

  /** Returns the topmost processes of the run with this text in their command line. */
  private static List<ProcessHandle> withWord(String mark, String word) {
    List<ProcessHandle> found =
        ProcessHandle.allProcesses()
            .filter(process -> read(process, "environ").contains(MARK + "=" + mark))
            .filter(process -> read(process, "cmdline").contains(word))
            .toList();
    Predicate<ProcessHandle> below =
        process -> process.parent().filter(found::contains).isPresent();
    return word.isEmpty() ? found : found.stream().filter(below.negate()).toList();
  }

  private static String read(ProcessHandle process, String file) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), file), ISO_8859_1);
    } catch (IOException e) {
      return ""; // it has ended, or belongs to another user
    }
  }

  private static String left(String mark) {
    return withWord(mark, "").stream()
        .map(process -> read(process, "cmdline").replace('\0', ' '))
        .collect(Collectors.joining("\n"));
  }

  /** Returns the folders of embedded databases, named after their processes. */
  private static List<String> folders() throws IOException {
    String user = System.getProperty("user.name");
    Path instances =
        Path.of(System.getProperty("java.io.tmpdir"), "cloakroom-" + user, "instances");
    if (!Files.exists(instances)) {
      return List.of();
    }
    try (Stream<Path> listed = Files.list(instances)) {
      return listed.map(folder -> folder.getFileName().toString()).toList();
    }
  }

  private static void await(Duration within, BooleanSupplier condition, String what) {
    assertThat(isTrue(within, condition)).as(what).isTrue();
  }

  private static boolean isTrue(Duration within, BooleanSupplier condition) {
    long end = System.nanoTime() + within.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(50_000_000);
    }
    return true;
  }
}
