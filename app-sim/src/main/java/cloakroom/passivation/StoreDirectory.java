package cloakroom.passivation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The directory of a file store: held by one process through a lock on the file {@code lock}. Names
 * of files are made from ids alone, and ids are random: none comes twice, whatever became of it.
 */
final class StoreDirectory implements AutoCloseable {
  private static final Predicate<String> SNAPSHOT =
      Pattern.compile("[0-9a-f]{16}\\.snapshot").asMatchPredicate();
  private static final Predicate<String> LEFTOVER =
      Pattern.compile("[0-9a-f]{16}\\.new").asMatchPredicate();
  private static final String LOCK = "lock";

  /** As many digits as a session's ticket may have. */
  private static final long END_OF_IDS = 1_000_000_000_000_000_000L;

  private static final boolean WINDOWS =
      System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");

  private final Path path;
  private final boolean fsync;
  private FileChannel lock;

  private StoreDirectory(Path path, boolean fsync) {
    this.path = path;
    this.fsync = fsync;
  }

  /** Makes the directory if need be, takes it, and removes what a crash left half written. */
  static StoreDirectory open(Path path, boolean fsync) {
    StoreDirectory directory = new StoreDirectory(path.toAbsolutePath().normalize(), fsync);
    try {
      if (!Files.isDirectory(directory.path)) {
        Files.createDirectories(directory.path);
        if (!WINDOWS) { // what users type stands in snapshots
          Files.setPosixFilePermissions(
              directory.path, PosixFilePermissions.fromString("rwx------"));
        }
      }
      directory.take();
      return directory;
    } catch (IOException e) {
      directory.close();
      throw directory.failed("cannot use", e);
    }
  }

  private void take() throws IOException {
    lock =
        FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!isLocked()) {
      lock.close();
      throw SnapshotStoreException.unavailable(
          this
              + " is used by another process: a file store is not cluster-safe, one process has"
              + " it at a time; give each its own directory, or choose a store in the database",
          null);
    }
    for (Path leftover : files(LEFTOVER)) {
      Files.deleteIfExists(leftover);
    }
  }

  private boolean isLocked() throws IOException {
    try {
      FileLock held = lock.tryLock();
      return held != null;
    } catch (OverlappingFileLockException e) {
      return false; // another store of this very process
    }
  }

  /** Ids of the snapshots that are there, in no order. */
  List<Long> ids() throws IOException {
    return files(SNAPSHOT).stream()
        .map(file -> Long.parseUnsignedLong(file.getFileName().toString(), 0, 16, 16))
        .filter(id -> id > 0)
        .toList();
  }

  private List<Path> files(Predicate<String> names) throws IOException {
    try (Stream<Path> list = Files.list(path)) {
      return list.filter(file -> names.test(file.getFileName().toString())).toList();
    }
  }

  static long newId() {
    return ThreadLocalRandom.current().nextLong(1, END_OF_IDS);
  }

  Path file(long id) {
    return path.resolve("%016x.snapshot".formatted(id));
  }

  /**
   * Puts the file in its place at once and for good: a reader sees the old file or the new one. One
   * thread at a time for each id.
   */
  void put(long id, ByteBuffer content) throws IOException {
    Path fresh = path.resolve("%016x.new".formatted(id));
    try {
      try (FileChannel file =
          FileChannel.open(
              fresh,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        while (content.hasRemaining()) {
          file.write(content);
        }
        if (fsync) {
          file.force(true);
        }
      }
      Files.move(
          fresh, file(id), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      Files.deleteIfExists(fresh);
      throw e;
    }
    syncNames();
  }

  boolean remove(long id) throws IOException {
    boolean removed = Files.deleteIfExists(file(id));
    if (removed) {
      syncNames();
    }
    return removed;
  }

  /** A new or removed name is durable only when the directory is. */
  private void syncNames() throws IOException {
    if (fsync && !WINDOWS) {
      try (FileChannel directory = FileChannel.open(path, StandardOpenOption.READ)) {
        directory.force(true);
      }
    }
  }

  /**
   * Makes sure that the directory is there and ours: if it went away and came back, it is taken
   * anew.
   */
  synchronized void require() {
    if (Files.exists(path.resolve(LOCK))) {
      return;
    }
    if (!Files.isDirectory(path)) {
      throw SnapshotStoreException.unavailable(this + " is gone", null);
    }
    try {
      lock.close();
      take();
    } catch (IOException e) {
      throw failed("cannot use", e);
    }
  }

  SnapshotStoreException failed(String doing, IOException e) {
    return SnapshotStoreException.unavailable(
        doing + " " + this + " (" + e.getClass().getSimpleName() + ": " + e.getMessage() + ")", e);
  }

  @Override
  public void close() {
    try {
      if (lock != null) {
        lock.close();
      }
    } catch (IOException e) {
      throw failed("cannot release", e);
    }
  }

  @Override
  public String toString() {
    return "the file store in " + path;
  }
}
