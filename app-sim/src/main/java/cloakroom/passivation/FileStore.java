package cloakroom.passivation;

import cloakroom.connection.Lease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Snapshots as files of one directory, ADF's other store ({@code jbo.passivationstore=file}: faster
 * than the database, and not cluster-safe, XM-STORE). A session keeps its file; a file takes its
 * place by an atomic rename. With fsync a write that returned outlives a power failure; without, it
 * outlives the process only.
 */
public final class FileStore implements SnapshotStore, SnapshotPurge {
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

  private interface Work<T> {
    T run() throws IOException;
  }

  private <T> T work(String doing, Work<T> work) {
    directory.require();
    try {
      return work.run();
    } catch (IOException e) {
      throw directory.failed(doing, e);
    }
  }

  @Override
  public StoredSnapshot write(StoredSnapshot replaces, long version, byte[] content, Lease holder) {
    SnapshotStore.checkWrite(replaces, version, content);
    return work(
        "cannot write to",
        () -> {
          long id = replaces == null ? directory.newId() : replaces.id();
          synchronized (lock(id)) {
            if (replaces != null && !isThere(replaces)) {
              throw SnapshotStoreException.conflict(directory.toString(), replaces);
            }
            directory.put(id, new SnapshotFile(version, content));
          }
          return new StoredSnapshot(id, version);
        });
  }

  /** A damaged snapshot counts as gone, because its version cannot be known. */
  private boolean isThere(StoredSnapshot snapshot) throws IOException {
    try {
      return SnapshotFile.versionOf(directory.file(snapshot.id())) == snapshot.version();
    } catch (NoSuchFileException e) {
      directory.require();
      return false;
    }
  }

  @Override
  public byte[] read(long id, Lease holder) {
    return work(
        "cannot read from",
        () -> {
          try {
            return SnapshotFile.read(directory.file(id))
                .orElseThrow(() -> SnapshotStoreException.damaged(directory.toString(), id))
                .content();
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

  @Override
  public int keepAlive(Collection<Long> ids, Duration olderThan) {
    Instant limit = Instant.now().minus(olderThan);
    return work(
        "cannot keep snapshots alive in",
        () -> {
          int touched = 0;
          for (long id : ids) {
            touched += touch(id, limit) ? 1 : 0;
          }
          return touched;
        });
  }

  private boolean touch(long id, Instant limit) throws IOException {
    Path file = directory.file(id);
    synchronized (lock(id)) {
      Instant written = written(file);
      if (written == null || written.isAfter(limit)) {
        return false;
      }
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
      return true;
    }
  }

  private static Instant written(Path file) throws IOException {
    try {
      return Files.getLastModifiedTime(file).toInstant();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  @Override
  public PurgeReport purge(PurgeOrder order, Consumer<PurgeReport> progress) {
    Instant limit = Instant.now().minus(order.olderThan());
    List<Long> found = work("cannot purge", () -> old(limit));
    return SnapshotPurge.run(
        order, found, ids -> work("cannot purge", () -> remove(ids, limit)), progress);
  }

  private List<Long> old(Instant limit) throws IOException {
    List<Long> old = new ArrayList<>();
    for (long id : directory.ids()) {
      if (isOld(id, limit)) {
        old.add(id);
      }
    }
    return old;
  }

  private boolean isOld(long id, Instant limit) throws IOException {
    Instant written = written(directory.file(id));
    return written != null && written.isBefore(limit);
  }

  private Batch remove(List<Long> ids, Instant limit) throws IOException {
    int removed = 0;
    for (long id : ids) {
      synchronized (lock(id)) {
        removed += isOld(id, limit) && directory.remove(id) ? 1 : 0;
      }
    }
    return new Batch(removed, 0);
  }

  /** Gives the directory back; the snapshots stay. */
  @Override
  public void close() {
    directory.close();
  }
}
