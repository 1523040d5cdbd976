package cloakroom.stress.folder;

import static cloakroom.stress.process.StressFailure.refuseIf;
import static cloakroom.stress.process.StressFailure.wrongUse;

import cloakroom.stress.folder.CountersFile.FaultPart;
import cloakroom.stress.folder.RunConfig.TrialConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

public record RunFiles(Path root) {
  public static final String CONFIG = "config.json";
  public static final String ENVIRONMENT = "environment.json";
  public static final String COUNTED = "round-trips.csv";

  public RunFiles {
    refuseIf(!Files.isDirectory(root), "%s is not a run folder: there is no such folder", root);
    boolean config = Files.exists(root.resolve(CONFIG));
    refuseIf(!config, "%s is not a run folder: it has no config.json", root);
  }

  private String name(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  private Path folder(TrialConfig trial) {
    return TrialFile.folder(root, trial.folder());
  }

  public RunConfig config() {
    return Json.read(root.resolve(CONFIG), CONFIG).version(RunConfig.SCHEMA).as(RunConfig.class);
  }

  public Map<String, String> environment() {
    return Collections.unmodifiableMap(Json.read(root.resolve(ENVIRONMENT), ENVIRONMENT).flat());
  }

  public Map<String, VariantCost> costs() {
    Path file = root.resolve(COUNTED);
    return Files.exists(file) ? VariantCost.read(file, COUNTED) : Map.of();
  }

  public Counters counters(TrialConfig trial) {
    Path file = TrialFile.COUNTERS.in(folder(trial));
    return new Counters(file, name(file));
  }

  /**
   * Reads a trial's samples.jtl. If {@code tolerant}, an incomplete last line is skipped.
   *
   * @param faults injected faults, for each of which the requests that met it are counted
   */
  public TrialSamples samples(
      TrialConfig trial, boolean tolerant, long from, long to, List<FaultPart> faults) {
    Path file = TrialFile.SAMPLES.in(folder(trial));
    return TrialSamples.read(file, name(file), tolerant, from, to, faults);
  }

  /** Reads a trial's series.csv or server.csv. */
  public TimeSeries series(TrialConfig trial, TrialFile of, boolean tolerant, long from, long to) {
    Path file = of.in(folder(trial));
    List<String> columns = of == TrialFile.SERIES ? TimeSeries.NEEDED : List.of();
    return TimeSeries.read(file, name(file), tolerant, from, to, columns);
  }

  public boolean measured(TrialConfig trial) {
    Path counters = TrialFile.COUNTERS.in(folder(trial));
    return Files.exists(counters)
        && Files.exists(TrialFile.SAMPLES.in(folder(trial)))
        && counters(trial).began();
  }

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
      throw wrongUse(name(path) + " cannot be read: " + e.getMessage());
    }
  }
}
