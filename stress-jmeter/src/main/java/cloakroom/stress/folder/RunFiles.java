package cloakroom.stress.folder;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.stress.folder.RunConfig.TrialConfig;
import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The files of a run folder by their public names. */
public final class RunFiles {
  /** The file that makes a folder a run folder: every setting that was in force. */
  public static final String CONFIG = "config.json";

  public static final String ENVIRONMENT = "environment.json";

  /** What each request cost the database when requests were counted. */
  public static final String COUNTED = "round-trips.csv";

  private final Path root;

  public RunFiles(Path root) {
    refuseIf(!Files.isDirectory(root), "%s is not a run folder: there is no such folder", root);
    boolean config = Files.exists(root.resolve(CONFIG));
    refuseIf(!config, "%s is not a run folder: it has no config.json", root);
    this.root = root;
  }

  private Json json(Path file) {
    return Json.read(file, name(file));
  }

  /** The name of a file as messages and links have it. */
  private String name(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  private Path folder(TrialConfig trial) {
    return TrialFile.folder(root, trial.folder());
  }

  public RunConfig config() {
    return json(root.resolve(CONFIG)).version(RunConfig.SCHEMA).as(RunConfig.class);
  }

  /** environment.json, nested names joined by dots. */
  public Map<String, String> environment() {
    return Collections.unmodifiableMap(json(root.resolve(ENVIRONMENT)).flat());
  }

  /** What the requests of each variant cost the database, by its name; nothing if not counted. */
  public Map<String, VariantCost> costs() {
    Path file = root.resolve(COUNTED);
    return Files.exists(file) ? RoundTripsFile.read(file, COUNTED) : Map.of();
  }

  public Counters counters(TrialConfig trial) {
    Path file = TrialFile.COUNTERS.in(folder(trial));
    return new Counters(file, name(file));
  }

  /** samples.jtl of a trial; {@code tolerant} forgives a last line that was cut off. */
  public TrialSamples samples(TrialConfig trial, boolean tolerant, long from, long to) {
    Path file = TrialFile.SAMPLES.in(folder(trial));
    return TrialSamples.read(file, name(file), tolerant, from, to);
  }

  public TimeSeries series(TrialConfig trial, boolean tolerant, long from, long to) {
    Path file = TrialFile.SERIES.in(folder(trial));
    return TimeSeries.read(file, name(file), tolerant, from, to, TimeSeries.NEEDED);
  }

  public TimeSeries server(TrialConfig trial, boolean tolerant, long from, long to) {
    Path file = TrialFile.SERVER.in(folder(trial));
    return TimeSeries.read(file, name(file), tolerant, from, to, List.of());
  }

  /** Whether the trial got as far as to measure something and to write its final counters. */
  public boolean measured(TrialConfig trial) {
    Path counters = TrialFile.COUNTERS.in(folder(trial));
    return Files.exists(counters)
        && Files.exists(TrialFile.SAMPLES.in(folder(trial)))
        && counters(trial).began();
  }

  /** What a reader of the report may want to open, as far as it is there; folders come last. */
  public List<String> links(TrialConfig trial) {
    return EnumSet.range(TrialFile.DASHBOARD_PAGE, TrialFile.LOGS).stream()
        .map(file -> file.in(folder(trial)))
        .filter(Files::exists)
        .flatMap(this::regularFiles)
        .map(this::name)
        .toList();
  }

  private Stream<Path> regularFiles(Path path) {
    try (Stream<Path> below = Files.walk(path, 1)) {
      return below.filter(Files::isRegularFile).sorted().toList().stream();
    } catch (IOException e) {
      throw StressFailure.wrongUse(name(path) + " cannot be read: " + e.getMessage());
    }
  }
}
