package cloakroom.connection.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * One way of a link, in a thread of its own: read, count, pass on. As soon as a delay is asked for,
 * a second thread passes on what the first has read, so that bytes travel side by side.
 */
final class Direction {
  private static final int CHUNK = 16 * 1024;

  /** What the link does with bytes before they go on. */
  interface Note {
    void note(byte[] bytes, int length);
  }

  private final Link link;
  private final String name;
  private final InputStream from;
  private final OutputStream to;
  private final Note note;
  private DelayLine line;

  Direction(Link link, String name, InputStream from, OutputStream to, Note note) {
    this.link = link;
    this.name = name;
    this.from = from;
    this.to = to;
    this.note = note;
  }

  /** Runs until the source ends; then the link ends, once everything has been passed on. */
  void run() throws IOException, InterruptedException {
    byte[] chunk = new byte[CHUNK];
    for (int length = from.read(chunk); length >= 0; length = from.read(chunk)) {
      long delay = link.oneWayNanos();
      if (line == null && delay > 0) {
        line = new DelayLine();
        link.start(name + "-delayed", this::drain);
      }
      if (line == null) {
        passOn(chunk, length);
      } else {
        line.put(Arrays.copyOf(chunk, length), System.nanoTime() + delay);
      }
    }
    if (line == null) {
      end();
    } else {
      line.end(System.nanoTime() + link.oneWayNanos());
    }
  }

  private void drain() throws IOException, InterruptedException {
    for (byte[] bytes = line.take(); bytes.length > 0; bytes = line.take()) {
      passOn(bytes, bytes.length);
    }
    end();
  }

  private void passOn(byte[] bytes, int length) throws IOException, InterruptedException {
    link.gate().pass();
    note.note(bytes, length);
    to.write(bytes, 0, length);
  }

  private void end() throws InterruptedException {
    link.gate().pass();
    link.close();
  }
}
