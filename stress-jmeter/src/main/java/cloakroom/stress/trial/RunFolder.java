package cloakroom.stress.trial;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import cloakroom.stress.document.Replacement;
import cloakroom.stress.folder.TrialFile;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;

public record RunFolder(Path path) {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /** Creates the folder {@code <plan>_<UTC stamp>}. If the folder exists, appends a number. */
  static RunFolder create(Path out, String plan, Instant now) {
    String name = plan + "_" + STAMP.format(now);
    for (int i = 1; ; i++) {
      Path path = out.toAbsolutePath().normalize().resolve(i == 1 ? name : name + "-" + i);
      try {
        Files.createDirectories(path.getParent());
        return new RunFolder(Files.createDirectory(path));
      } catch (FileAlreadyExistsException e) {
        // The folder belongs to another run, so the next number is tried.
      } catch (IOException e) {
        throw StressFailure.cannotWrite(path, e);
      }
    }
  }

  Path trial(TrialSpec trial) {
    return created(TrialFile.folder(path, trial.folder()));
  }

  Path pass(String kind, TrialSpec pass) {
    return created(path.resolve(kind).resolve(pass.folder()));
  }

  Path log(String name) {
    return created(path.resolve("logs")).resolve(name);
  }

  static Path created(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw StressFailure.cannotWrite(folder, e);
    }
  }

  /** Writes a JSON file atomically. The old file remains if the write fails. */
  public static void write(Path file, JsonNode content) {
    write(file, content.toPrettyString() + "\n");
  }

  static void write(Path file, String text) {
    try {
      Replacement.write(file.getParent(), Map.of(file.getFileName().toString(), text));
    } catch (UncheckedIOException e) {
      throw StressFailure.wrongUse(e.getMessage());
    }
  }

  /** Appends a line to run.log. Ignores write errors, because a run must not fail for its log. */
  synchronized void note(String line) {
    try {
      Files.write(log("run.log"), List.of(Instant.now() + " " + line), CREATE, APPEND);
    } catch (IOException | StressFailure e) {
      // Ignored, because an error of run.log cannot be logged.
    }
  }

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
