package cloakroom.database.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WorkDirectoryTest {
  @TempDir Path temporary;

  @Test
  void open_newFolder_canBeSearchedByEveryUser() throws IOException {
    WorkDirectory work = WorkDirectory.open(temporary.resolve("a").resolve("b"));
    assertThat(Files.getPosixFilePermissions(work.root())).hasSize(5);
    assertThat(work.instances()).isDirectory();
  }

  @Test
  void open_folderWritableByOthers_isRejected() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("open"));
    WorkDirectory.setPermissions(folder, "rwxrwxrwx");
    assertThatThrownBy(() -> WorkDirectory.open(folder))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage(
            "the work folder %s belongs to, or is writable by, another user: choose another with %s",
            folder, WorkDirectory.OPTION);
  }

  @Test
  void open_folderOfAnotherUser_isRejected() throws IOException {
    Assumptions.assumeTrue(PrivilegeDrop.isRoot(), "only root can change the owner");
    Path folder = Files.createDirectory(temporary.resolve("theirs"));
    Files.setAttribute(folder, "unix:uid", 65534);
    assertThatThrownBy(() -> WorkDirectory.open(folder)).hasMessageContaining("another user");
  }

  @Test
  void open_file_isRejected() throws IOException {
    Path file = Files.createFile(temporary.resolve("file"));
    assertThatThrownBy(() -> WorkDirectory.open(file))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith("cannot use the work folder " + file);
  }
}
