package cloakroom.database.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A program for tests: locks a file, says so, and holds it until its input ends. */
final class LockHolder {
  private LockHolder() {}

  public static void main(String[] args) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      System.out.println(lock.isValid() ? "locked" : "not locked");
      System.out.flush();
      System.exit(System.in.read());
    }
  }
}
