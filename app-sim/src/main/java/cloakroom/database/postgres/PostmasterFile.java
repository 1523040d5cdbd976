package cloakroom.database.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a running PostgreSQL writes into its data directory: line 1 is its process id (negative for
 * a server in single-user mode), line 8 its state. The file outlives a killed server.
 */
record PostmasterFile(long pid, String segment, String state) {
  private static final int SEGMENT_LINE = 6;
  private static final int STATE_LINE = 7;

  static Optional<PostmasterFile> read(Path data) {
    try {
      return parse(Files.readAllLines(data.resolve("postmaster.pid")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<PostmasterFile> parse(List<String> lines) {
    try {
      long pid = Math.abs(Long.parseLong(lines.isEmpty() ? "" : lines.get(0).strip()));
      String segment = line(lines, SEGMENT_LINE).replaceFirst("^.*\\s", "");
      return Optional.of(new PostmasterFile(pid, segment, line(lines, STATE_LINE)));
    } catch (NumberFormatException e) {
      return Optional.empty(); // being written right now
    }
  }

  private static String line(List<String> lines, int index) {
    return lines.size() > index ? lines.get(index).strip() : "";
  }

  boolean isReady() {
    return state.equals("ready");
  }
}
