package cloakroom.passivation;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import cloakroom.connection.Lease;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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
 * Snapshot store in files of one directory, as ADF's {@code jbo.passivationstore=file} (XM-STORE).
 * A lock on the file {@code lock} excludes every other node from the directory. Without fsync, a
 * completed write survives a killed process, but possibly not a power failure.
 *
 * <p>Each session has one file, which each write replaces by an atomic rename. The file begins with
 * the session's version (8 bytes), followed by the snapshot. Ids are random, so that a new session
 * does not reuse the file name of a deleted snapshot.
 */
public final class FileStore implements SnapshotStore, SnapshotPurge {
  private static final int LOCKS = 64;
  private static final Pattern SNAPSHOT = Pattern.compile("[0-9a-f]{16}\\.snapshot");
  private static final Pattern LEFTOVER = Pattern.compile("[0-9a-f]{16}\\.new");
  private static final String LOCK = "lock";

  /** Exclusive upper bound of snapshot ids, because a failover cookie has space for 18 digits. */
  private static final long END_OF_IDS = 1_000_000_000_000_000_000L;

  private static final boolean WINDOWS =
      System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");

  private final Path path;
  private final boolean fsync;
  private final List<Object> idLocks =
      IntStream.range(0, LOCKS).mapToObj(i -> new Object()).toList();
  private FileChannel processLock;

  /**
   * Creates the directory if it is missing, locks it, and deletes files that a crash left
   * incomplete. With {@code fsync}, every write waits until file content and file name are on the
   * disk.
   *
   * @throws SnapshotStoreException if another store uses the directory, or if a file operation
   *     fails
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
    processLock = FileChannel.open(path.resolve(LOCK), CREATE, WRITE);
    if (!tryLock()) {
      processLock.close();
      String rule =
          " is in use by another process: a file store is not cluster-safe; use a directory per"
              + " process, or a store in the database";
      throw SnapshotStoreException.unavailable(this + rule, null);
    }
    for (Path leftover : files(LEFTOVER)) {
      Files.deleteIfExists(leftover);
    }
  }

  private boolean tryLock() throws IOException {
    try {
      return processLock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // locked by another store of this process
    }
  }

  /** Locks the directory again if another program has deleted and recreated the directory. */
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
    String cause = " (" + e.getClass().getSimpleName() + ": " + e.getMessage() + ")";
    return SnapshotStoreException.unavailable(doing + " " + this + cause, e);
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
    ByteBuffer file = ByteBuffer.allocate(Long.BYTES + content.length);
    file.putLong(version).put(content).flip();
    return run(
        "cannot write to",
        () -> {
          long drawn = ThreadLocalRandom.current().nextLong(1, END_OF_IDS);
          long id = replaces == null ? drawn : replaces.id();
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

  /** Returns whether the store contains this snapshot in exactly this version. */
  private boolean isThere(StoredSnapshot snapshot) throws IOException {
    try (InputStream in = Files.newInputStream(file(snapshot.id()))) {
      byte[] header = in.readNBytes(Long.BYTES);
      return header.length == Long.BYTES && ByteBuffer.wrap(header).getLong() == snapshot.version();
    } catch (NoSuchFileException e) {
      requireDirectory();
      return false;
    }
  }

  /** Writes a temporary file and renames it, so that no reader gets a half-written snapshot. */
  private void put(long id, ByteBuffer content) throws IOException {
    Path fresh = path.resolve("%016x.new".formatted(id));
    try {
      try (FileChannel file = FileChannel.open(fresh, CREATE, TRUNCATE_EXISTING, WRITE)) {
        while (content.hasRemaining()) {
          file.write(content);
        }
        if (fsync) {
          file.force(true);
        }
      }
      Files.move(fresh, file(id), ATOMIC_MOVE, REPLACE_EXISTING);
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

  /** Syncs the directory; a power failure could otherwise undo a rename or a deletion. */
  private void syncNames() throws IOException {
    if (fsync && !WINDOWS) {
      try (FileChannel directory = FileChannel.open(path, READ)) {
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
            if (file.length < Long.BYTES) {
              throw SnapshotStoreException.damaged(toString(), id);
            }
            byte[] content = Arrays.copyOfRange(file, Long.BYTES, file.length);
            Duration age = Duration.between(written, Instant.now());
            return new Stored(content, ByteBuffer.wrap(file).getLong(), age);
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
