package cloakroom.stress.run;

import cloakroom.contract.Resources;
import cloakroom.options.Option;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Plan;
import cloakroom.stress.run.RunSettings.WarmUp;
import cloakroom.usage.Durations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Finds a plan by file, or by name in the plans folder. */
record Plans(Path folder) {
  static final String ADF_SESSION = "adf-session";

  private static final List<List<String>> SHIPPED =
      Resources.rows("cloakroom/stress/run/plans.txt");

  private static final int MOST_COUNTED = 1_000;
  private static final String SUFFIX = ".jmx";

  Plan find(String nameOrFile) {
    boolean isFile =
        nameOrFile.endsWith(SUFFIX)
            || nameOrFile.contains("/")
            || Files.isRegularFile(Path.of(nameOrFile));
    Path file = isFile ? Path.of(nameOrFile) : folder.resolve(nameOrFile + SUFFIX);
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw StressFailure.wrongUse(
          "--plan %s: %s",
          nameOrFile,
          isFile
              ? "there is no such file"
              : "no such plan; choose a .jmx file or " + String.join(", ", names()));
    }
    String name = name(file);
    boolean ours = SHIPPED.stream().anyMatch(row -> row.get(0).equals(name));
    return new Plan(name, isFile ? file.toAbsolutePath() : file, ours);
  }

  /** Returns the shipped plans that have an option; empty if it does not depend on the plan. */
  static List<String> knowing(Option<?> option) {
    return SHIPPED.stream()
        .filter(row -> List.of(row.get(7).split(" ", -1)).contains(option.key()))
        .map(row -> row.get(0))
        .toList();
  }

  /** Those in the folder; without it those that should be in it. */
  private List<String> names() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(SUFFIX)).map(Plans::name).sorted().toList();
    } catch (IOException e) {
      return SHIPPED.stream().map(row -> row.get(0)).toList();
    }
  }

  private static String name(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }

  /** Whether a run counts round trips unless told otherwise: thousands of users take minutes. */
  static boolean countsTrips(Plan plan, int users) {
    return plan.name().equals(ADF_SESSION) && users <= MOST_COUNTED;
  }

  /** What an option means that is not given: plans differ in what they are for. */
  record Defaults(
      int users,
      int iterations,
      Duration think,
      Duration ramp,
      WarmUp warmUp,
      List<String> hygienes) {
    private static final int ARRIVALS_PER_SECOND = 100;

    /** Thousands who come within a few seconds measure the start of their threads, not the tier. */
    Duration ramp(int users) {
      int seconds = (users + ARRIVALS_PER_SECOND - 1) / ARRIVALS_PER_SECOND;
      return seconds > ramp.toSeconds() ? Duration.ofSeconds(seconds) : ramp;
    }

    static Defaults of(String plan) {
      List<String> row =
          SHIPPED.stream().filter(r -> r.get(0).equals(plan)).findFirst().orElse(SHIPPED.get(0));
      return new Defaults(
          Integer.parseInt(row.get(1)),
          Integer.parseInt(row.get(2)),
          Durations.parse(row.get(3)),
          Durations.parse(row.get(4)),
          WarmUp.parse(row.get(5)),
          List.of(row.get(6).split(" ", -1)));
    }
  }
}
