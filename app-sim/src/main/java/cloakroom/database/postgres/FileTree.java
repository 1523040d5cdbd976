package cloakroom.database.postgres;

import cloakroom.database.Polling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/** Removes directory trees and sets permissions. Symbolic links are not followed. */
final class FileTree {
  private static final int ATTEMPTS = 20;
  private static final Duration PAUSE = Duration.ofMillis(50);

  private FileTree() {}

  /** Removes the tree, trying again for a while when something else still writes into it. */
  static void delete(Path root) {
    for (int i = 0; i < ATTEMPTS && Files.exists(root, LinkOption.NOFOLLOW_LINKS); i++) {
      try (Stream<Path> tree = Files.walk(root)) {
        for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (IOException | UncheckedIOException e) {
        Polling.until(() -> false, PAUSE);
      }
    }
  }

  static void permissions(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }
}
