package cloakroom.database.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a running PostgreSQL writes into its data directory: line 1 is its process id (negative for
 * a server in single-user mode), line 7 names its memory, line 8 its state. The file outlives a
 * killed server.
 */
record PostmasterFile(long pid, String segment, boolean isReady) {
  static Optional<PostmasterFile> read(Path data) {
    try {
      List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
      return Optional.of(
          new PostmasterFile(
              Math.abs(Long.parseLong(line(lines, 0))),
              line(lines, 6).replaceFirst("^.*\\s", ""),
              line(lines, 7).equals("ready")));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty(); // not there, or being written right now
    }
  }

  private static String line(List<String> lines, int index) {
    return lines.size() > index ? lines.get(index).strip() : "";
  }

  /** The server that runs on these data. A process that only got its number is not it. */
  static Optional<Long> runningServer(Path data) {
    return read(data)
        .map(PostmasterFile::pid)
        .filter(Processes::isRunning)
        .filter(pid -> Processes.commandLine(pid).contains(data.toString()));
  }
}
