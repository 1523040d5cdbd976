package cloakroom.stress.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The files of a run folder by their public names. */
public final class RunFolder {
  private final Path root;

  /** Takes the folder of one run, which must exist. */
  public RunFolder(Path root) {
    if (!Files.isDirectory(root)) {
      throw new RunFolderException(root + " is not a run folder: there is no such folder");
    }
    if (!Files.exists(root.resolve("config.json"))) {
      throw new RunFolderException(root + " is not a run folder: it has no config.json");
    }
    this.root = root;
  }

  /** Path of a file of this run. */
  public Path file(String name) {
    return root.resolve(name);
  }

  RunConfig config() {
    return RunConfig.of(Json.read(file("config.json"), "config.json"));
  }

  Map<String, String> environment() {
    return Collections.unmodifiableMap(
        Json.read(file("environment.json"), "environment.json").flat());
  }

  static String name(TrialConfig trial, String file) {
    return "trials/" + trial.folder() + "/" + file;
  }

  /** Whether the trial got as far as to measure something and to write its final counters. */
  boolean measured(TrialConfig trial) {
    String counters = name(trial, "counters.json");
    return Files.exists(file(counters))
        && Files.exists(file(name(trial, "samples.jtl")))
        && Counters.began(Json.read(file(counters), counters));
  }

  /** What a reader of the report may want to open, as far as it is there. */
  List<String> links(TrialConfig trial) {
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
