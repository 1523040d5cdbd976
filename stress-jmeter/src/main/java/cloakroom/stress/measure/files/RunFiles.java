package cloakroom.stress.measure.files;

import cloakroom.stress.measure.RunConfig;
import cloakroom.stress.measure.RunFolderException;
import cloakroom.stress.measure.TrialConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The files of a run folder by their public names. */
public final class RunFiles {
  private final Path root;

  /** Takes the folder of one run, which must exist. */
  public RunFiles(Path root) {
    if (!Files.isDirectory(root)) {
      throw new RunFolderException(root + " is not a run folder: there is no such folder");
    }
    if (!Files.exists(root.resolve("config.json"))) {
      throw new RunFolderException(root + " is not a run folder: it has no config.json");
    }
    this.root = root;
  }

  private Path file(String name) {
    return root.resolve(name);
  }

  private Json json(String name) {
    return Json.read(file(name), name);
  }

  /** config.json. */
  public RunConfig config() {
    return ConfigReader.read(json("config.json"));
  }

  /** environment.json, nested names joined by dots. */
  public Map<String, String> environment() {
    return Collections.unmodifiableMap(json("environment.json").flat());
  }

  private static String name(TrialConfig trial, String file) {
    return "trials/" + trial.folder() + "/" + file;
  }

  /** counters.json of a trial. */
  public Counters counters(TrialConfig trial) {
    return new Counters(json(name(trial, "counters.json")));
  }

  /** samples.jtl of a trial; {@code tolerant} forgives a last line that was cut off. */
  public TrialSamples samples(TrialConfig trial, boolean tolerant, long from, long to) {
    String name = name(trial, "samples.jtl");
    return TrialSamples.read(file(name), name, tolerant, from, to);
  }

  /** series.csv of a trial. */
  public Series series(TrialConfig trial, boolean tolerant, long from, long to) {
    String name = name(trial, "series.csv");
    return Series.read(file(name), name, tolerant, from, to, Series.TIER);
  }

  /** server.csv of a trial. */
  public Series server(TrialConfig trial, boolean tolerant, long from, long to) {
    String name = name(trial, "server.csv");
    return Series.read(file(name), name, tolerant, from, to, List.of());
  }

  /** Whether the trial got as far as to measure something and to write its final counters. */
  public boolean measured(TrialConfig trial) {
    String counters = name(trial, "counters.json");
    return Files.exists(file(counters))
        && Files.exists(file(name(trial, "samples.jtl")))
        && Counters.began(json(counters));
  }

  /** What a reader of the report may want to open, as far as it is there. */
  public List<String> links(TrialConfig trial) {
    List<String> links = new ArrayList<>();
    for (String file :
        List.of(
            "dashboard/index.html",
            "samples.jtl",
            "response.hlog",
            "service.hlog",
            "series.csv",
            "server.csv",
            "counters.json")) {
      String name = name(trial, file);
      if (Files.exists(file(name))) {
        links.add(name);
      }
    }
    links.addAll(below(trial, "nodes"));
    links.addAll(below(trial, "logs"));
    return List.copyOf(links);
  }

  private List<String> below(TrialConfig trial, String folder) {
    Path path = file(name(trial, folder));
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> name(trial, folder + "/" + file.getFileName()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new RunFolderException(name(trial, folder) + " cannot be read: " + e.getMessage(), e);
    }
  }
}
