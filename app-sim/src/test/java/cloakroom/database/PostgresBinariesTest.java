package cloakroom.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

final class PostgresBinariesTest {
  @TempDir Path temporary;

  private interface Content {
    void write(TarArchiveOutputStream tar) throws IOException;
  }

  private Path archive(Content content) throws IOException {
    Path file = temporary.resolve("archive.txz");
    try (OutputStream out = Files.newOutputStream(file);
        TarArchiveOutputStream tar =
            new TarArchiveOutputStream(new XZOutputStream(out, new LZMA2Options()))) {
      content.write(tar);
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
  void programs_areOpenToEveryUser() throws IOException {
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
  void entryThatPointsOutside_isRefused() throws IOException {
    Path archive = archive(tar -> file(tar, "../evil", 0600));
    Path home = Files.createDirectory(temporary.resolve("home"));
    assertThatThrownBy(() -> PostgresBinaries.extract(archive.toUri().toURL(), home))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("points outside");
    assertThat(temporary.resolve("evil")).doesNotExist();
  }

  @Test
  void folderWithAFileTakenAwayOrCutShort_isIncomplete() throws IOException {
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
  void unpacked_isDoneOnce() {
    TestDatabase.server();
    Path home = PostgresBinaries.unpacked(WorkDirectory.open());
    assertThat(home.resolve("bin").resolve("initdb")).isExecutable();
    assertThat(PostgresBinaries.unpacked(WorkDirectory.open())).isEqualTo(home);
  }
}
