package cloakroom.database.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.Await;
import cloakroom.database.EnvironmentException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.FutureTask;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.io.function.IOConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

final class PostgresBinariesTest {
  @TempDir Path temporary;
  private WorkDirectory work;

  @BeforeEach
  void open() {
    work = WorkDirectory.open(temporary.resolve("work"));
  }

  private Path archive(IOConsumer<TarArchiveOutputStream> content) throws IOException {
    Path file = temporary.resolve("archive.txz");
    try (OutputStream out = Files.newOutputStream(file);
        TarArchiveOutputStream tar =
            new TarArchiveOutputStream(new XZOutputStream(out, new LZMA2Options()))) {
      content.accept(tar);
    }
    return file;
  }

  private static void file(TarArchiveOutputStream tar, String name, int mode) throws IOException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    TarArchiveEntry entry = new TarArchiveEntry(name, true);
    entry.setMode(mode);
    entry.setSize(bytes.length);
    tar.putArchiveEntry(entry);
    tar.write(bytes);
    tar.closeArchiveEntry();
  }

  private static void link(TarArchiveOutputStream tar, String name, byte kind, String target)
      throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, kind);
    entry.setLinkName(target);
    tar.putArchiveEntry(entry);
    tar.closeArchiveEntry();
  }

  @Test
  void extract_everyUserCanReadAndRunTheFiles() throws IOException {
    Path archive =
        archive(
            tar -> {
              file(tar, "bin/postgres", 0700);
              file(tar, "lib/libpq.so.5", 0600);
              link(tar, "lib/libpq.so", TarConstants.LF_SYMLINK, "libpq.so.5");
              link(tar, "lib/libpq.copy", TarConstants.LF_LINK, "lib/libpq.so.5");
            });
    Path home = Files.createDirectory(temporary.resolve("home of it"));
    PostgresBinaries.extract(archive.toUri().toURL(), home);
    assertThat(home.resolve("bin/postgres")).isExecutable().hasContent("bin/postgres");
    assertThat(Files.getPosixFilePermissions(home.resolve("lib/libpq.so.5"))).hasSize(4);
    assertThat(home.resolve("lib/libpq.so")).isSymbolicLink().hasContent("lib/libpq.so.5");
    assertThat(home.resolve("lib/libpq.copy")).hasContent("lib/libpq.so.5");
  }

  @Test
  void extract_entryOutside_isRejected() throws IOException {
    Path archive = archive(tar -> file(tar, "../evil", 0600));
    Path home = Files.createDirectory(temporary.resolve("home"));
    assertThatThrownBy(() -> PostgresBinaries.extract(archive.toUri().toURL(), home))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("points outside");
    assertThat(temporary.resolve("evil")).doesNotExist();
  }

  @Test
  void isComplete_fileMissingOrTruncated_isFalse() throws IOException {
    Path home = temporary.resolve("home");
    assertThat(PostgresBinaries.isComplete(home)).isFalse();
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("bin/a b"), "1234");
    Files.writeString(home.resolve("files.txt"), "4 bin/a b\n");
    assertThat(PostgresBinaries.isComplete(home)).isTrue();
    Files.writeString(home.resolve("bin/a b"), "123");
    assertThat(PostgresBinaries.isComplete(home)).isFalse();
    Files.delete(home.resolve("bin/a b"));
    assertThat(PostgresBinaries.isComplete(home)).isFalse();
  }

  @Test
  void unpacked_truncatedArchive_leavesNothing() throws IOException {
    Path whole = archive(tar -> file(tar, "bin/postgres", 0700));
    byte[] bytes = Files.readAllBytes(whole);
    Files.write(whole, Arrays.copyOf(bytes, bytes.length - 20));
    assertThatThrownBy(() -> PostgresBinaries.unpacked(work, whole.toUri().toURL()))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith("cannot unpack PostgreSQL into " + work.root());
    assertThat(work.root().resolve("unpacking")).doesNotExist();
  }

  @Test
  void unpacked_folderOfADeadProcess_isRemoved() throws IOException {
    Path unpacking = work.root().resolve("unpacking");
    Files.createDirectories(unpacking.resolve("bin"));
    URL archive = archive(tar -> file(tar, "bin/postgres", 0700)).toUri().toURL();
    Path home = PostgresBinaries.unpacked(work, archive);
    assertThat(unpacking).doesNotExist();
    Files.createDirectories(unpacking.resolve("bin"));
    assertThat(PostgresBinaries.unpacked(work, archive)).isEqualTo(home);
    assertThat(unpacking).as("though PostgreSQL is complete").doesNotExist();
  }

  @Test
  void unpacked_concurrentUnpacking_isNotDisturbed() throws Exception {
    URL archive = archive(tar -> file(tar, "bin/postgres", 0700)).toUri().toURL();
    Path home = PostgresBinaries.unpacked(work, archive);
    FutureTask<Path> start = new FutureTask<>(() -> PostgresBinaries.unpacked(work, archive));
    Thread starting = new Thread(start);
    Path done =
        work.exclusively(
            () -> {
              Path other = Files.createDirectory(work.root().resolve("unpacking"));
              starting.start();
              Await.until(
                  "the start has passed or waits",
                  () -> start.isDone() || starting.getState() == Thread.State.BLOCKED);
              return Files.move(other, work.root().resolve("postgresql-17"));
            });
    assertThat(start.get()).isEqualTo(home);
    assertThat(done).isDirectory();
  }
}
