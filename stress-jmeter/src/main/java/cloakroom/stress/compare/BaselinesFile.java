package cloakroom.stress.compare;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.stress.folder.Json;
import cloakroom.stress.folder.RunFiles;
import cloakroom.stress.settings.StressJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * File baselines.json in the folder that contains all runs. It maps the name of each reference run
 * to the run's folder. Paths are relative, so that all runs can be moved together.
 */
public final class BaselinesFile {
  private static final String FILE = "baselines.json";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");

  private BaselinesFile() {}

  public static Path fileNextTo(Path run) {
    return run.toAbsolutePath().normalize().resolveSibling(FILE);
  }

  public static Map<String, String> read(Path file) {
    return new TreeMap<>(Files.exists(file) ? Json.read(file, file.toString()).flat() : Map.of());
  }

  public static void requireName(String name) {
    refuseIf(
        !NAME.matcher(name).matches(),
        "baseline \"%s\": a name must be 1 to 40 letters, digits and . _ - and start with a letter or digit",
        name);
  }

  public static Path folder(String given) {
    return folders(List.of(given), StressJar.find().runs()).get(0);
  }

  /**
   * Returns the run folders for paths or baseline names. An existing run folder takes precedence.
   * Names are read from baselines.json next to the given folders, then in {@code usual}.
   */
  public static List<Path> folders(List<String> given, Path usual) {
    Set<Path> files = new LinkedHashSet<>();
    Stream<Path> runs = given.stream().map(Path::of).filter(Files::isDirectory);
    runs.forEach(run -> files.add(fileNextTo(run)));
    files.add(usual.resolve(FILE));
    return given.stream().map(one -> folder(one, files)).toList();
  }

  private static Path folder(String given, Set<Path> files) {
    Path path = Path.of(given);
    if (Files.exists(path.resolve(RunFiles.CONFIG)) || !NAME.matcher(given).matches()) {
      try {
        return path.toRealPath(); // of a link such as latest
      } catch (IOException e) {
        return path; // its reader reports what is missing
      }
    }
    Map<String, Path> known = new TreeMap<>();
    for (Path file : files) {
      read(file).forEach((name, folder) -> known.putIfAbsent(name, file.resolveSibling(folder)));
    }
    String choices =
        known.isEmpty()
            ? "\"stress.jar baseline NAME RUN\" names a run"
            : "baselines are " + String.join(", ", known.keySet());
    String neither = "%s is neither the folder of a run nor a baseline; %s";
    refuseIf(!known.containsKey(given), neither, given, choices);
    return known.get(given);
  }
}
