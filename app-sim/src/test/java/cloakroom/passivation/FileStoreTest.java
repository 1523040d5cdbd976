package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStoreTest extends DurableStoreContract {
  @TempDir private Path temporary;
  private Path directory;
  private FileStore store;

  @Override
  SnapshotStore open() {
    directory = temporary.resolve("snapshots");
    store = new FileStore(directory, true);
    return store;
  }

  @Override
  SnapshotPurge purge() {
    return store;
  }

  private List<Path> snapshots() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".snapshot")).toList();
    }
  }

  private Path file(long id) {
    return directory.resolve("%016x.snapshot".formatted(id));
  }

  @Override
  long stored() throws IOException {
    return snapshots().size();
  }

  @Override
  void pass(Duration time) throws IOException {
    for (Path file : snapshots()) {
      Files.setLastModifiedTime(
          file, FileTime.from(Files.getLastModifiedTime(file).toInstant().minus(time)));
    }
  }

  @Override
  void takeDown() throws IOException {
    Files.move(directory, temporary.resolve("away"));
  }

  @Override
  void bringBack() throws IOException {
    Files.move(temporary.resolve("away"), directory);
  }

  @Override
  void truncate(long id) throws IOException {
    byte[] all = Files.readAllBytes(file(id));
    Files.write(file(id), Arrays.copyOf(all, all.length - 500));
  }

  @Override
  void hollow(long id) throws IOException {
    Files.write(file(id), new byte[0]);
  }

  @Test
  void snapshotWithoutItsVersion_isDamaged() throws IOException {
    StoredSnapshot snapshot = first(bytes(1_000, 1));
    byte[] whole = Files.readAllBytes(file(snapshot.id()));
    Files.write(file(snapshot.id()), Arrays.copyOf(whole, 7));

    assertThatThrownBy(() -> store.read(snapshot.id(), null))
        .isInstanceOf(SnapshotStoreException.class)
        .hasMessageContainingAll("no whole snapshot " + snapshot.id(), "damaged");
    assertThat(store.delete(snapshot, null)).isFalse();
    Files.write(file(snapshot.id()), whole);
    assertThat(store.read(snapshot.id(), null)).isEqualTo(bytes(1_000, 1));
  }

  @Test
  void directory_isPrivate_andRejectedIfItIsAFileOrOfAnotherProcess() throws IOException {
    assertThat(Files.getPosixFilePermissions(directory)).hasSize(3);
    Path file = Files.write(temporary.resolve("file"), new byte[] {1});
    assertThatThrownBy(() -> new FileStore(file, true))
        .isInstanceOf(SnapshotStoreException.class)
        .hasMessageContaining(file.toString());
    assertThatThrownBy(() -> new FileStore(directory, false))
        .isInstanceOf(SnapshotStoreException.class)
        .hasMessageContainingAll(directory.toString(), "another process", "not cluster-safe");

    store.close();
    new FileStore(directory, false).close();
  }

  @Test
  void reopened_keepsTheSnapshots() throws IOException {
    StoredSnapshot kept = first(bytes(10, 1));
    StoredSnapshot gone = first(bytes(10, 2));
    store.delete(gone, null);
    store.close();
    Path leftover = Files.write(directory.resolve("00000000000000ff.new"), new byte[] {1});
    Path foreign = Files.write(directory.resolve("letter.txt"), new byte[] {1});

    try (FileStore again = new FileStore(directory, true)) {
      assertThat(again.read(kept.id(), null)).isEqualTo(bytes(10, 1));
      assertThat(again.write(kept, 1, bytes(10, 3), null).id()).isEqualTo(kept.id());
      assertThat(again.write(null, 0, bytes(10, 4), null).id())
          .as("ids are not reused")
          .isNotIn(kept.id(), gone.id());
      assertThat(leftover).doesNotExist();
      assertThat(foreign).exists();
    }
  }

  @Test
  void directoryReplacedByAnEmptyOne_isLockedAgain() throws IOException {
    StoredSnapshot before = first(bytes(10, 1));
    takeDown();
    Files.createDirectory(directory);

    StoredSnapshot after = first(bytes(10, 2));

    assertThat(after.id()).isNotEqualTo(before.id());
    assertMissing(before.id());
    assertThatThrownBy(() -> new FileStore(directory, false))
        .hasMessageContaining("another process");
  }
}
