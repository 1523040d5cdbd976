package cloakroom.passivation;

import cloakroom.connection.Lease;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Store in files of one directory, ADF's other store ({@code jbo.passivationstore=file}: faster
 * than the database, and not cluster-safe, XM-STORE). A lock on the file {@code lock} excludes
 * other processes. With fsync a completed write survives a power failure; without, it survives only
 * the process.
 *
 * <p>A session keeps its file, which an atomic rename replaces. A file contains the session's
 * version (8 bytes) and the content, whose check sum reveals damage. File names are random ids, so
 * that no name is used twice.
 */
public final class FileStore implements SnapshotStore, SnapshotPurge {
  private static final int HEADER = Long.BYTES;
  private static final int LOCKS = 64;
  private static final Pattern SNAPSHOT = Pattern.compile("[0-9a-f]{16}\\.snapshot");
  private static final Pattern LEFTOVER = Pattern.compile("[0-9a-f]{16}\\.new");
  private static final String LOCK = "lock";

  /** Exclusive bound of ids, which have as many digits as a failover cookie may contain. */
  private static final long END_OF_IDS = 1_000_000_000_000_000_000L;

  private static final boolean WINDOWS =
      System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");

  private final Path path;
  private final boolean fsync;
  private final List<Object> idLocks =
      IntStream.range(0, LOCKS).mapToObj(i -> new Object()).toList();
  private FileChannel processLock;

  /**
   * Locks the directory, which is created if necessary, and removes incomplete files of a crash.
   *
   * @param fsync whether every write waits until the file and its name are on the disk
   * @throws SnapshotStoreException naming the directory, if it cannot be used or another process
   *     has locked it
   */
  public FileStore(Path directory, boolean fsync) {
    this.path = directory.toAbsolutePath().normalize();
    this.fsync = fsync;
    try {
      if (!Files.isDirectory(path)) {
        Files.createDirectories(path);
        if (!WINDOWS) { // snapshots contain user input
          Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
        }
      }
      lockDirectory();
    } catch (IOException e) {
      close();
      throw failed("cannot use", e);
    }
  }

  private void lockDirectory() throws IOException {
    processLock =
        FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!tryLock()) {
      processLock.close();
      throw SnapshotStoreException.unavailable(
          this
              + " is in use by another process: a file store is not cluster-safe; use a directory"
              + " per process, or a store in the database",
          null);
    }
    for (Path leftover : files(LEFTOVER)) {
      Files.deleteIfExists(leftover);
    }
  }

  private boolean tryLock() throws IOException {
    try {
      var lock = processLock.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // locked by another store of this process
    }
  }

  /** Locks the directory again if it was removed and created again. */
  private synchronized void requireDirectory() {
    if (Files.exists(path.resolve(LOCK))) {
      return;
    }
    if (!Files.isDirectory(path)) {
      throw SnapshotStoreException.unavailable(this + " has been removed", null);
    }
    try {
      processLock.close();
      lockDirectory();
    } catch (IOException e) {
      throw failed("cannot use", e);
    }
  }

  private SnapshotStoreException failed(String doing, IOException e) {
    return SnapshotStoreException.unavailable(
        doing + " " + this + " (" + e.getClass().getSimpleName() + ": " + e.getMessage() + ")", e);
  }

  private interface FileAction<T> {
    T run() throws IOException;
  }

  private <T> T run(String doing, FileAction<T> action) {
    requireDirectory();
    try {
      return action.run();
    } catch (IOException e) {
      throw failed(doing, e);
    }
  }

  private List<Path> files(Pattern names) throws IOException {
    try (Stream<Path> list = Files.list(path)) {
      return list.filter(file -> names.matcher(file.getFileName().toString()).matches()).toList();
    }
  }

  private Path file(long id) {
    return path.resolve("%016x.snapshot".formatted(id));
  }

  private Object lock(long id) {
    return idLocks.get((int) (id % LOCKS));
  }

  @Override
  public StoredSnapshot write(
      StoredSnapshot replaces, long other, long version, byte[] content, Lease holder) {
    SnapshotStore.checkWrite(replaces, version, content);
    ByteBuffer file =
        ByteBuffer.allocate(HEADER + content.length).putLong(version).put(content).flip();
    return run(
        "cannot write to",
        () -> {
          long id =
              replaces == null
                  ? ThreadLocalRandom.current().nextLong(1, END_OF_IDS)
                  : replaces.id();
          synchronized (lock(id)) {
            if (replaces != null ? !isThere(replaces) : other != 0 && !Files.exists(file(other))) {
              throw SnapshotStoreException.conflict(
                  toString(), replaces == null ? other : replaces);
            }
            put(id, file);
          }
          return new StoredSnapshot(id, version);
        });
  }

  /** Returns whether the file exists in this version; one without a version does not count. */
  private boolean isThere(StoredSnapshot snapshot) throws IOException {
    try (InputStream in = Files.newInputStream(file(snapshot.id()))) {
      byte[] header = in.readNBytes(HEADER);
      return header.length == HEADER && ByteBuffer.wrap(header).getLong() == snapshot.version();
    } catch (NoSuchFileException e) {
      requireDirectory();
      return false;
    }
  }

  /** Replaces the file atomically: a reader sees the old file or the new one. */
  private void put(long id, ByteBuffer content) throws IOException {
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

  private boolean remove(long id) throws IOException {
    boolean removed = Files.deleteIfExists(file(id));
    if (removed) {
      syncNames();
    }
    return removed;
  }

  /** Syncs the directory, without which a new or removed name is not durable. */
  private void syncNames() throws IOException {
    if (fsync && !WINDOWS) {
      try (FileChannel directory = FileChannel.open(path, StandardOpenOption.READ)) {
        directory.force(true);
      }
    }
  }

  @Override
  public Stored load(long id, Lease holder) {
    return run(
        "cannot read from",
        () -> {
          try {
            Instant written = Files.getLastModifiedTime(file(id)).toInstant();
            byte[] file = Files.readAllBytes(file(id)); // of one open file, so never mixed
            if (file.length < HEADER) {
              throw SnapshotStoreException.damaged(toString(), id);
            }
            return new Stored(
                Arrays.copyOfRange(file, HEADER, file.length),
                ByteBuffer.wrap(file).getLong(),
                Duration.between(written, Instant.now()));
          } catch (NoSuchFileException e) {
            requireDirectory();
            throw SnapshotStoreException.missing(toString(), id);
          }
        });
  }

  @Override
  public boolean delete(StoredSnapshot snapshot, Lease holder) {
    return run(
        "cannot delete from",
        () -> {
          synchronized (lock(snapshot.id())) {
            return isThere(snapshot) && remove(snapshot.id());
          }
        });
  }

  private interface IdAction {
    boolean run(long id) throws IOException;
  }

  /** Returns how many of the old snapshots the action changed. */
  private int forOld(Collection<Long> ids, Instant limit, IdAction action) throws IOException {
    int changed = 0;
    for (long id : ids) {
      synchronized (lock(id)) {
        changed += isOld(id, limit) && action.run(id) ? 1 : 0;
      }
    }
    return changed;
  }

  private boolean isOld(long id, Instant limit) throws IOException {
    try {
      return !Files.getLastModifiedTime(file(id)).toInstant().isAfter(limit);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  @Override
  public int keepAlive(Collection<Long> ids, Duration olderThan) {
    Instant now = Instant.now();
    IdAction touch = id -> Files.setLastModifiedTime(file(id), FileTime.from(now)) != null;
    return run("cannot keep snapshots alive in", () -> forOld(ids, now.minus(olderThan), touch));
  }

  @Override
  public PurgeReport purge(PurgeOrder order, Consumer<PurgeReport> progress) {
    Instant limit = Instant.now().minus(order.olderThan());
    List<Long> found = new ArrayList<>();
    run("cannot purge", () -> forOld(ids(), limit, found::add));
    return SnapshotPurge.run(
        order,
        found,
        ids -> new Batch(run("cannot purge", () -> forOld(ids, limit, this::remove)), 0),
        progress);
  }

  private List<Long> ids() throws IOException {
    return files(SNAPSHOT).stream()
        .map(file -> Long.parseUnsignedLong(file.getFileName().toString(), 0, 16, 16))
        .filter(id -> id > 0)
        .toList();
  }

  /** Unlocks the directory; the snapshots stay. */
  @Override
  public void close() {
    try {
      if (processLock != null) {
        processLock.close();
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
