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
 * Folder of this user for the unpacked PostgreSQL and the running instances: {@code cloakroom-USER}
 * in the temporary folder, or the value of {@code -Dcloakroom.work}. Every user can search it,
 * because a server started by root runs as another user.
 */
record WorkDirectory(Path root) {
  static final String OPTION = "-Dcloakroom.work=DIR";
  private static final String PROPERTY = "cloakroom.work";

  private static final int DELETE_ATTEMPTS = 20;
  private static final Duration DELETE_PAUSE = Duration.ofMillis(50);

  /** Excludes other threads; the file lock excludes other processes. */
  private static final Object IN_PROCESS = new Object();

  static WorkDirectory open() {
    String user = System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");
    Path defaultPath = Path.of(System.getProperty("java.io.tmpdir"), "cloakroom-" + user);
    String chosen = System.getProperty(PROPERTY, "");
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

  /** The default name is predictable: another user may have created it to obtain our files. */
  private static void checkOwner(Path root) throws IOException {
    Path probe = Files.createTempFile(root, "owner", "");
    Object self = Files.getAttribute(probe, "unix:uid");
    Files.delete(probe);
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(root);
    if (!Files.getAttribute(root, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(self)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new EnvironmentException(
          "the work folder %s belongs to, or is writable by, another user: choose another with %s"
              .formatted(root, OPTION));
    }
  }

  Path instances() {
    return root.resolve("instances");
  }

  interface Exclusive<T> {
    T run() throws IOException;
  }

  /** Runs the work while no other thread or process runs any in this folder. */
  <T> T exclusively(Exclusive<T> work) throws IOException {
    synchronized (IN_PROCESS) {
      try (FileChannel channel =
              FileChannel.open(
                  root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        assert lock.isValid();
        return work.run();
      }
    }
  }

  /** Removes a tree, but not what links in it refer to; retries while a process writes into it. */
  static void delete(Path root) {
    for (int i = 0; i < DELETE_ATTEMPTS && Files.exists(root, LinkOption.NOFOLLOW_LINKS); i++) {
      try (Stream<Path> tree = Files.walk(root)) {
        for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (IOException | UncheckedIOException e) {
        Polling.until(() -> false, DELETE_PAUSE);
      }
    }
  }

  static void setPermissions(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }
}
