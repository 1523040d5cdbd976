package cloakroom.stress.trial;

import cloakroom.stress.document.Replacement;
import cloakroom.stress.folder.TrialFile;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/** The folder of one run, by its absolute path. */
public record RunFolder(Path path) {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /** Makes {@code <plan>_<UTC stamp>}; runs of one second get a number behind it. */
  static RunFolder create(Path out, String plan, Instant now) {
    String name = plan + "_" + STAMP.format(now);
    for (int i = 1; ; i++) {
      Path path = out.toAbsolutePath().normalize().resolve(i == 1 ? name : name + "-" + i);
      try {
        Files.createDirectories(path.getParent());
        return new RunFolder(Files.createDirectory(path));
      } catch (FileAlreadyExistsException e) {
        // taken: try the next
      } catch (IOException e) {
        throw StressFailure.cannotWrite(path, e);
      }
    }
  }

  Path trial(TrialSpec trial) {
    return made(TrialFile.folder(path, trial.folder()));
  }

  /** What is left of counting a variant before its first trial. */
  Path counting(TrialSpec first) {
    return made(path.resolve("counting").resolve(first.folder()));
  }

  /** Files of the calibration of a variant. */
  Path calibration(TrialSpec first) {
    return made(path.resolve("calibration").resolve(first.folder()));
  }

  /** The log file of that name in the run's own logs folder. */
  Path log(String name) {
    return made(path.resolve("logs")).resolve(name);
  }

  static Path made(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw StressFailure.cannotWrite(folder, e);
    }
  }

  /** Writes a JSON file so that a reader never sees half of it; if that fails the old one stays. */
  public static void write(Path file, JsonNode content) {
    try {
      String text = content.toPrettyString() + "\n";
      Replacement.write(file.getParent(), Map.of(file.getFileName().toString(), text));
    } catch (UncheckedIOException e) {
      throw StressFailure.wrongUse(e.getMessage());
    }
  }

  /** Adds a line to the runner's own log; a log that cannot be written is no reason to stop. */
  synchronized void note(String line) {
    try {
      Files.writeString(
          log("run.log"),
          Instant.now() + " " + line + System.lineSeparator(),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException | StressFailure e) {
      // nowhere to say so
    }
  }

  /** Points {@code latest} beside this folder to it, where there are links. */
  void markLatest() {
    Path latest = path.resolveSibling("latest");
    try {
      Files.deleteIfExists(latest);
      Files.createSymbolicLink(latest, path.getFileName());
    } catch (IOException | UnsupportedOperationException e) {
      note("latest: " + e.getMessage());
    }
  }
}
