package cloakroom.passivation;

import cloakroom.connection.Lease;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Snapshots as files of one directory, ADF's other store ({@code jbo.passivationstore=file}: faster
 * than the database, and not cluster-safe, XM-STORE). A session keeps its file; a file takes its
 * place by an atomic rename. With fsync a write that returned outlives a power failure; without, it
 * outlives the process only.
 *
 * <p>A file is the session's version (8 bytes), then the content. Where a crash has damaged it, the
 * codec's check sum tells.
 */
public final class FileStore implements SnapshotStore, SnapshotPurge {
  private static final int HEADER = Long.BYTES;
  private static final int LOCKS = 64;

  private final StoreDirectory directory;
  private final List<Object> locks = IntStream.range(0, LOCKS).mapToObj(i -> new Object()).toList();

  /**
   * Takes a directory, which is made if it is not there.
   *
   * @param fsync whether every write waits until the file and its name are on the disk
   * @throws SnapshotStoreException in one line naming the directory, if it cannot be used or
   *     another process has it
   */
  public FileStore(Path directory, boolean fsync) {
    this.directory = StoreDirectory.open(directory, fsync);
  }

  private Object lock(long id) {
    return locks.get((int) (id % LOCKS));
  }

  private interface FileAction<T> {
    T run() throws IOException;
  }

  private <T> T work(String doing, FileAction<T> work) {
    directory.require();
    try {
      return work.run();
    } catch (IOException e) {
      throw directory.failed(doing, e);
    }
  }

  @Override
  public StoredSnapshot write(
      StoredSnapshot replaces, long other, long version, byte[] content, Lease holder) {
    SnapshotStore.checkWrite(replaces, version, content);
    ByteBuffer file =
        ByteBuffer.allocate(HEADER + content.length).putLong(version).put(content).flip();
    return work(
        "cannot write to",
        () -> {
          long id = replaces == null ? StoreDirectory.newId() : replaces.id();
          synchronized (lock(id)) {
            if (replaces != null && !isThere(replaces)) {
              throw SnapshotStoreException.conflict(directory.toString(), replaces);
            }
            if (replaces == null && other != 0 && !Files.exists(directory.file(other))) {
              throw SnapshotStoreException.conflict(directory.toString(), other);
            }
            directory.put(id, file);
          }
          return new StoredSnapshot(id, version);
        });
  }

  /** One without a version counts as gone. */
  private boolean isThere(StoredSnapshot snapshot) throws IOException {
    try (InputStream in = Files.newInputStream(directory.file(snapshot.id()))) {
      byte[] header = in.readNBytes(HEADER);
      return header.length == HEADER && ByteBuffer.wrap(header).getLong() == snapshot.version();
    } catch (NoSuchFileException e) {
      directory.require();
      return false;
    }
  }

  /** Read through one open file, so that a replacement meanwhile does no harm. */
  @Override
  public Stored load(long id, Lease holder) {
    return work(
        "cannot read from",
        () -> {
          try {
            Instant written = Files.getLastModifiedTime(directory.file(id)).toInstant();
            byte[] file = Files.readAllBytes(directory.file(id));
            if (file.length < HEADER) {
              throw SnapshotStoreException.damaged(directory.toString(), id);
            }
            return new Stored(
                Arrays.copyOfRange(file, HEADER, file.length),
                ByteBuffer.wrap(file).getLong(),
                Duration.between(written, Instant.now()));
          } catch (NoSuchFileException e) {
            directory.require();
            throw SnapshotStoreException.missing(directory.toString(), id);
          }
        });
  }

  @Override
  public boolean delete(StoredSnapshot snapshot, Lease holder) {
    return work(
        "cannot delete from",
        () -> {
          synchronized (lock(snapshot.id())) {
            return isThere(snapshot) && directory.remove(snapshot.id());
          }
        });
  }

  /** What is done to a file while nobody writes it. */
  private interface Treatment {
    boolean of(long id) throws IOException;
  }

  /** Treats the snapshots that are at least so old; returns how many it was done to. */
  private int treatOld(Collection<Long> ids, Instant limit, Treatment treatment)
      throws IOException {
    int treated = 0;
    for (long id : ids) {
      synchronized (lock(id)) {
        treated += isOld(id, limit) && treatment.of(id) ? 1 : 0;
      }
    }
    return treated;
  }

  private boolean isOld(long id, Instant limit) throws IOException {
    try {
      return !Files.getLastModifiedTime(directory.file(id)).toInstant().isAfter(limit);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  @Override
  public int keepAlive(Collection<Long> ids, Duration olderThan) {
    Instant now = Instant.now();
    return work(
        "cannot keep snapshots alive in",
        () -> treatOld(ids, now.minus(olderThan), id -> touch(id, now)));
  }

  private boolean touch(long id, Instant now) throws IOException {
    Files.setLastModifiedTime(directory.file(id), FileTime.from(now));
    return true;
  }

  @Override
  public PurgeReport purge(PurgeOrder order, Consumer<PurgeReport> progress) {
    Instant limit = Instant.now().minus(order.olderThan());
    List<Long> found = new ArrayList<>();
    work("cannot purge", () -> treatOld(directory.ids(), limit, found::add));
    return SnapshotPurge.run(
        order,
        found,
        ids -> new Batch(work("cannot purge", () -> treatOld(ids, limit, directory::remove)), 0),
        progress);
  }

  /** Gives the directory back; the snapshots stay. */
  @Override
  public void close() {
    directory.close();
  }
}
