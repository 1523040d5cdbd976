package cloakroom.database.postgres;

import cloakroom.database.EnvironmentException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * The folder of this user that holds the unpacked PostgreSQL and the running instances: {@code
 * cloakroom-USER} in the temporary folder, or what {@code -Dcloakroom.work} names. Everybody may
 * pass through it, because a server started by root runs as somebody else.
 */
record WorkDirectory(Path root) {
  /** How another folder is chosen, for messages. */
  static final String OPTION = "-Dcloakroom.work=DIR";

  private static final String PROPERTY = "cloakroom.work";

  /** One holder in this process at a time; the file lock keeps out the other processes. */
  private static final Object IN_PROCESS = new Object();

  static WorkDirectory open() {
    String chosen = System.getProperty(PROPERTY, "");
    return open(chosen.isEmpty() ? usual() : Path.of(chosen));
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

  private static Path usual() {
    String user = System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");
    return Path.of(System.getProperty("java.io.tmpdir"), "cloakroom-" + user);
  }

  private static void create(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory);
      FileTree.permissions(directory, "rwx--x--x");
    }
  }

  /** The usual name can be guessed, so somebody else may have made the folder to catch ours. */
  private static void checkOwner(Path root) throws IOException {
    Path probe = Files.createTempFile(root, "owner", "");
    Object we = Files.getAttribute(probe, "unix:uid");
    Files.delete(probe);
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(root);
    if (!Files.getAttribute(root, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(we)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new EnvironmentException(
          "the work folder %s belongs to, or is writable by, another user: choose another with %s"
              .formatted(root, OPTION));
    }
  }

  Path instances() {
    return root.resolve("instances");
  }

  /** Work on what all processes share. */
  interface Exclusive<T> {
    T run() throws IOException;
  }

  /** Runs the work while no other process or thread runs any. */
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
}
