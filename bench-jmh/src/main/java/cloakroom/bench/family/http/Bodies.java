package cloakroom.bench.family.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;

/** The bodies that a tier without database answers, for a server that just repeats them. */
final class Bodies {
  private static final int USER = 40;

  private final Map<String, byte[]> byPath;

  private Bodies(Map<String, byte[]> byPath) {
    this.byPath = byPath;
  }

  /** Asks a tier. */
  static Bodies of(int port) throws IOException {
    try (Line line = new Line(port, USER, Script.Kind.CHANGE_AND_COMMIT)) {
      byte[] open = line.body();
      byte[] change = next(line);
      byte[] commit = next(line);
      return new Bodies(
          Map.of(
              "/departments", open, "/departments/change", change, "/departments/commit", commit));
    }
  }

  private static byte[] next(Line line) throws IOException {
    line.sendNext();
    line.awaitAnswer();
    return line.body();
  }

  /** What is answered at that path. */
  ByteBuffer at(String path) {
    return ByteBuffer.wrap(byPath.get(path));
  }
}
