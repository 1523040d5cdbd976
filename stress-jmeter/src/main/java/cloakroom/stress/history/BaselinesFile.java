package cloakroom.stress.history;

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

/**
 * baselines.json beside the runs: names for runs that others are compared with, each with the name
 * of a folder, so that all of them may be moved together.
 */
public final class BaselinesFile {
  private static final String FILE = "baselines.json";

  /** No such name is a path to another folder. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");

  private BaselinesFile() {}

  public static Path beside(Path run) {
    return run.toAbsolutePath().normalize().resolveSibling(FILE);
  }

  /** The names of folders by those of the baselines, in the alphabet's order. */
  public static Map<String, String> read(Path file) {
    return new TreeMap<>(Files.exists(file) ? Json.read(file, file.toString()).flat() : Map.of());
  }

  /** Refuses what cannot be told from a path. */
  public static void requireName(String name) {
    refuseIf(
        !NAME.matcher(name).matches(),
        "baseline \"%s\": a name is 1 to 40 letters, digits and . _ - and begins with no sign",
        name);
  }

  /** Returns the folder of a run that is given by it or by the name of a baseline. */
  public static Path folder(String given) {
    return folders(List.of(given), StressJar.find().runs()).get(0);
  }

  /**
   * The folders of runs, each given by its path or by the name of a baseline. A run goes before a
   * name; names are looked up beside the runs that are given by their paths, then in the folder
   * {@code usual}.
   */
  public static List<Path> folders(List<String> given, Path usual) {
    Set<Path> files = new LinkedHashSet<>();
    given.stream().map(Path::of).filter(Files::isDirectory).forEach(run -> files.add(beside(run)));
    files.add(usual.resolve(FILE));
    return given.stream().map(one -> folder(one, files)).toList();
  }

  private static Path folder(String given, Set<Path> files) {
    Path path = Path.of(given);
    if (Files.exists(path.resolve(RunFiles.CONFIG)) || !NAME.matcher(given).matches()) {
      return real(path);
    }
    Map<String, Path> known = new TreeMap<>();
    for (Path file : files) {
      read(file).forEach((name, folder) -> known.putIfAbsent(name, file.resolveSibling(folder)));
    }
    refuseIf(
        !known.containsKey(given),
        "%s is neither the folder of a run nor a baseline; %s",
        given,
        known.isEmpty()
            ? "\"stress.jar baseline NAME RUN\" keeps a run by a name"
            : "baselines are " + String.join(", ", known.keySet()));
    return known.get(given);
  }

  /** Not latest, but what it points to; of a path to nothing its reader tells. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path;
    }
  }
}
