package cloakroom.database.postgres;

import cloakroom.database.EnvironmentException;
import cloakroom.database.Polling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Folder for PostgreSQL's programs and data: {@code cloakroom-USER} in the temporary folder, or
 * {@code -Dcloakroom.work}. All users may enter it, because PostgreSQL may run as another user.
 */
record WorkDirectory(Path root) {
  static final String OPTION = "-Dcloakroom.work=DIR";
  private static final Object IN_PROCESS = new Object(); // a file lock excludes processes only

  static WorkDirectory open() {
    String user = System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");
    Path defaultPath = Path.of(System.getProperty("java.io.tmpdir"), "cloakroom-" + user);
    String chosen = System.getProperty("cloakroom.work", "");
    return open(chosen.isEmpty() ? defaultPath : Path.of(chosen));
  }

  static WorkDirectory open(Path path) {
    Path root = path.toAbsolutePath().normalize();
    try {
      create(root);
      checkOwner(root);
      WorkDirectory work = new WorkDirectory(root.toRealPath());
      create(work.instances());
      return work;
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot use the work folder " + root + " (" + e + "): choose another with " + OPTION, e);
    }
  }

  private static void create(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory);
      setPermissions(directory, "rwx--x--x");
    }
  }

  /**
   * Rejects a folder that another user owns or can write. The default name is predictable, so
   * another user could create the folder first to obtain Cloakroom's files.
   */
  private static void checkOwner(Path root) throws IOException {
    Path probe = Files.createTempFile(root, "owner", "");
    Object self = Files.getAttribute(probe, "unix:uid");
    Files.delete(probe);
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(root);
    if (!Files.getAttribute(root, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(self)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      String rule = " belongs to, or is writable by, another user: choose another with " + OPTION;
      throw new EnvironmentException("the work folder " + root + rule);
    }
  }

  Path instances() {
    return root.resolve("instances");
  }

  interface Exclusive<T> {
    T run() throws IOException;
  }

  static FileChannel openLock(Path folder) throws IOException {
    return FileChannel.open(
        folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** Runs the work under a lock that excludes other threads and processes using this folder. */
  <T> T exclusively(Exclusive<T> work) throws IOException {
    synchronized (IN_PROCESS) {
      try (FileChannel channel = openLock(root);
          FileLock lock = channel.lock()) {
        assert lock.isValid();
        return work.run();
      }
    }
  }

  /**
   * Deletes a folder tree without following symbolic links. Retries, because another process may
   * still be writing files.
   */
  static void delete(Path root) {
    for (int i = 0; i < 20 && Files.exists(root, LinkOption.NOFOLLOW_LINKS); i++) {
      try (Stream<Path> tree = Files.walk(root)) {
        for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (IOException | UncheckedIOException e) {
        Polling.until(() -> false, Duration.ofMillis(50));
      }
    }
  }

  static void setPermissions(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }
}
