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
  void newFolder_letsEverybodyPassButNotLook() throws IOException {
    WorkDirectory work = WorkDirectory.open(temporary.resolve("a").resolve("b"));
    assertThat(Files.getPosixFilePermissions(work.root())).hasSize(5);
    assertThat(work.instances()).isDirectory();
  }

  @Test
  void folderThatOthersCanWrite_isRefused() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("open"));
    FileTree.permissions(folder, "rwxrwxrwx");
    assertThatThrownBy(() -> WorkDirectory.open(folder))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage(
            "the work folder "
                + folder
                + " belongs to, or is writable by, another user: choose another with"
                + " -Dcloakroom.work=DIR");
  }

  @Test
  void folderOfAnotherUser_isRefused() throws IOException {
    Assumptions.assumeTrue(PrivilegeDrop.isRoot(), "only root can give a folder away");
    Path folder = Files.createDirectory(temporary.resolve("theirs"));
    Files.setAttribute(folder, "unix:uid", 65534);
    assertThatThrownBy(() -> WorkDirectory.open(folder))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("another user");
  }

  @Test
  void fileInTheWay_isSaid() throws IOException {
    Path file = Files.createFile(temporary.resolve("file"));
    assertThatThrownBy(() -> WorkDirectory.open(file))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith("cannot use the work folder " + file);
  }
}
