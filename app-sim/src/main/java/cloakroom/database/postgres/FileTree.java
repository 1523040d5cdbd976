package cloakroom.database.postgres;

import cloakroom.database.Waiting;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** Whole directory trees: removed, handed over, opened. Symbolic links are never followed. */
final class FileTree {
  private static final int ATTEMPTS = 20;
  private static final Duration PAUSE = Duration.ofMillis(50);

  private FileTree() {}

  /**
   * Removes the tree, trying again for a while when something else still writes into it.
   *
   * @return whether it is gone
   */
  static boolean delete(Path root) {
    for (int i = 0; i < ATTEMPTS; i++) {
      try {
        Files.walkFileTree(root, new Removal());
        return true;
      } catch (NoSuchFileException e) {
        if (!Files.exists(root)) {
          return true;
        }
      } catch (IOException e) {
        Waiting.until(() -> false, PAUSE);
      }
    }
    return false;
  }

  /** Gives every file of the tree to the user and group with these numbers. */
  static void giveTo(Path root, int uid, int gid) throws IOException {
    Files.walkFileTree(root, new Gift(uid, gid));
  }

  static void permissions(Path path, String permissions) throws IOException {
    if (!Processes.WINDOWS) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
  }

  private static final class Removal extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }

  private static final class Gift extends SimpleFileVisitor<Path> {
    private final int uid;
    private final int gid;

    Gift(int uid, int gid) {
      this.uid = uid;
      this.gid = gid;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      return give(directory);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      return give(file);
    }

    private FileVisitResult give(Path path) throws IOException {
      Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
      return FileVisitResult.CONTINUE;
    }
  }
}
