package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import cloakroom.testing.JarProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs in unusual folders and locales, which succeed or fail with one message. */
@Tag("full")
@Tag("scalable")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a shell makes these places")
class OddPlacesIT {
  private static final String SMALLEST =
      "run --policies sticky --users 2 --iterations 1 --think 20ms --ramp 0s --warm-up 0"
          + " --no-dashboard --no-count-round-trips --quiet --out ";

  @TempDir private Path out;

  private static JarProcess start(Path folder, String locale, String zone, String... below)
      throws Exception {
    String[] language = locale.split("_", -1);
    List<String> command = new ArrayList<>(List.of(below));
    for (String word :
        JarProcess.command("target/stress.jar", (SMALLEST + folder).split(" ", -1))) {
      command.add(
          word.replaceFirst("=ar$", "=" + language[0]).replaceFirst("=EG$", "=" + language[1]));
    }
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(Map.of("LC_ALL", locale + ".UTF-8", "TZ", zone));
    return new JarProcess(builder.start(), RunnerProcess.MINUTES);
  }

  private static void assertRefused(JarProcess run, String why) throws Exception {
    assertThat(run.exitCode()).as(run.output() + run.errors()).isEqualTo(2);
    assertThat(run.errors()).singleElement().asString().contains(why);
  }

  @Test
  void fewFileHandles_areToldInOneLine() throws Exception {
    JarProcess run = start(out, "ar_EG", "UTC", "sh", "-c", "ulimit -n 80 && exec \"$@\"", "sh");
    assertRefused(run, "(ulimit -n: at least 1024)");
  }

  @Test
  void fullDisk_isToldInOneLine() throws Exception {
    String mount = "mount -t tmpfs -o size=200k none '" + out + "'";
    String tried = "unshare -m sh -c \"$0\"";
    assumeThat(new ProcessBuilder("sh", "-c", tried, mount).start().waitFor())
        .as("0: a small disk is available")
        .isZero();
    String[] below = {"unshare", "-m", "sh", "-c", mount + " && exec \"$@\"", "sh"};

    JarProcess run = start(out.resolve("runs"), "ar_EG", "UTC", below);

    assertRefused(run, "No space left on device");
  }

  /** Dotless i, other digits, and zones whose offsets are no whole hours. */
  @Test
  @EnabledIfSystemProperty(named = "cloakroom.kills", matches = ".*")
  void twoRunsAtATime_inOddLocalesAndZones_areConsistent() throws Exception {
    JarProcess first = start(out, "tr_TR", "Asia/Kathmandu");
    JarProcess second = start(out, "ar_EG", "America/St_Johns");
    for (JarProcess run : List.of(first, second)) {
      run.exitCode(); // the generator may have been late
      assertThat(run.output()).as("%s", run.errors()).contains("the counters agree");
    }
  }
}
