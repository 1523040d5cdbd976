package cloakroom.stress.settings;

import static cloakroom.stress.options.VariantOptions.*;
import static cloakroom.stress.process.StressFailure.wrongUse;

import cloakroom.application.ApplicationDefinition;
import cloakroom.application.ApplicationDefinition.LoadDefinition;
import cloakroom.options.Option;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.options.Think;
import cloakroom.stress.settings.RunSettings.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

public record Plans(Path folder) {
  public static final String ADF_SESSION = "adf-session";
  public static final String STATE_KINDS = "state-kinds";
  private static final String OPEN = RunConfig.OPEN_ARRIVALS;
  private static final List<Option<?>> PAGES = List.of(DURATION, ONE_REQUEST, SHARED_ROWS);
  private static final List<String> EXTREMES = List.of("none", "full"); // of the reset levels
  // Default options of Cloakroom's plans. A custom plan has the defaults of the first plan.
  private static final List<Defaults> SHIPPED =
      List.of(
          pages(ADF_SESSION, 80, 100, 300, 10, PAGES),
          new Defaults(STATE_KINDS, load(80, 3, 20, 2), "0", EXTREMES, List.of(REQUESTS_BETWEEN)),
          pages(OPEN, 1000, 2, 1000, 10, pagesAnd(ARRIVALS, ARRIVAL_BURSTS)),
          pages("lull-and-burst", 80, 1000, 300, 10, pagesAnd(LULL)),
          pages("soak", 200, 1000, 1000, 60, pagesAnd(LULL)),
          pages("mixed", 80, 5, 300, 10, pagesAnd(WEIGHTS)),
          pages("upload", 80, 10, 300, 10, List.of(DURATION)));
  private static final String SUFFIX = ".jmx";

  Plan find(String nameOrFile) {
    Path given = Path.of(nameOrFile);
    boolean isFile =
        nameOrFile.endsWith(SUFFIX) || nameOrFile.contains("/") || Files.isRegularFile(given);
    Path file = isFile ? given : folder.resolve(nameOrFile + SUFFIX);
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      String choices = "no such plan; choose a .jmx file or " + String.join(", ", names());
      throw wrongUse("--plan %s: %s", nameOrFile, isFile ? "there is no such file" : choices);
    }
    String name = name(file);
    boolean shipped = SHIPPED.stream().anyMatch(plan -> plan.plan.equals(name));
    return new Plan(name, file.toAbsolutePath(), shipped ? name : "");
  }

  /** Returns the shipped plans that support an option; empty if all plans support the option. */
  public static List<String> supporting(Option<?> option) {
    return SHIPPED.stream()
        .filter(plan -> plan.options.contains(option))
        .map(Defaults::plan)
        .toList();
  }

  private List<String> names() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(SUFFIX)).map(Plans::name).sorted().toList();
    } catch (IOException e) {
      return SHIPPED.stream().map(Defaults::plan).toList();
    }
  }

  private static String name(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }

  private static LoadDefinition load(int users, int iterations, int thinkMillis, int rampSeconds) {
    return new LoadDefinition(users, iterations, rampSeconds, thinkMillis, Think.CONSTANT);
  }

  private static Defaults pages(
      String plan, int users, int iterations, int think, int ramp, List<Option<?>> options) {
    LoadDefinition load = load(users, iterations, think, ramp);
    return new Defaults(plan, load, "40x10", List.of("rollback"), options);
  }

  private static List<Option<?>> pagesAnd(Option<?>... more) {
    return Stream.concat(PAGES.stream(), Stream.of(more)).toList();
  }

  /** Returns the plan that a run with this application uses, which is in the run folder. */
  static Plan of(ApplicationDefinition application) {
    String name = application.name();
    return new Plan(name, Path.of(name + SUFFIX), ADF_SESSION);
  }

  record Defaults(
      String plan,
      LoadDefinition load,
      String warmUp,
      List<String> resetLevels,
      List<Option<?>> options) {
    private static final int ARRIVALS_PER_SECOND = 100;

    Defaults with(LoadDefinition other) {
      return new Defaults(plan, other, warmUp, resetLevels, options);
    }

    Think think() {
      return new Think(Duration.ofMillis(load.thinkMillis()), load.distribution());
    }

    static Defaults of(String plan) {
      return SHIPPED.stream()
          .filter(shipped -> shipped.plan.equals(plan))
          .findFirst()
          .orElse(SHIPPED.get(0));
    }

    /**
     * Returns a ramp-up time of at least 1 s per 100 users, because JMeter starts threads slowly.
     */
    Duration ramp(int users) {
      int seconds = (users + ARRIVALS_PER_SECOND - 1) / ARRIVALS_PER_SECOND;
      return Duration.ofSeconds(Math.max(seconds, load.rampSeconds()));
    }
  }
}
