package cloakroom.database.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which folders a start may take away: those of dead owners, and no other. */
final class InstanceDirectoryIT {
  @TempDir Path temporary;

  private WorkDirectory work;

  @BeforeEach
  void openWork() {
    work = WorkDirectory.open(temporary.resolve("work folder"));
  }

  private Path entry(long pid, long startMillis) throws IOException {
    Path entry = work.instances().resolve(pid + "-" + startMillis + "-1");
    Files.createDirectories(entry.resolve("data").resolve("base"));
    Files.writeString(entry.resolve("data").resolve("base").resolve("1"), "rows");
    return entry;
  }

  /** A process that has ended, so that its number is nobody's. */
  private static ProcessHandle ended() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("sh", "-c", ":").start();
    process.waitFor();
    return process.toHandle();
  }

  @Test
  void folderOfADeadOwner_isRemoved() throws Exception {
    Path entry = entry(ended().pid(), 1);
    InstanceDirectory.sweep(work);
    assertThat(entry).doesNotExist();
  }

  @Test
  void ownFolder_stays() throws IOException {
    try (InstanceDirectory instance = InstanceDirectory.create(work)) {
      InstanceDirectory.sweep(work);
      assertThat(instance.path()).exists();
    }
  }

  @Test
  void folderOfALiveOwner_staysAsLongAsItsLock() throws Exception {
    Path entry = entry(ended().pid(), 1);
    Process holder = lockHolder(entry.resolve("lock"));
    try {
      InstanceDirectory.sweep(work);
      assertThat(entry).exists();
    } finally {
      holder.destroyForcibly().waitFor();
    }
    InstanceDirectory.sweep(work);
    assertThat(entry).doesNotExist();
  }

  private static Process lockHolder(Path file) throws IOException {
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LockHolder.class.getName(),
                file.toString())
            .start();
    assertThat(holder.inputReader().readLine()).isEqualTo("locked");
    return holder;
  }

  @Test
  void otherFiles_stay() throws IOException {
    List<Path> others =
        List.of(
            Files.createDirectory(work.instances().resolve("notes")),
            Files.createDirectory(work.instances().resolve("12-34")),
            Files.createFile(work.root().resolve("1-1-1")));
    InstanceDirectory.sweep(work);
    assertThat(others).allSatisfy(other -> assertThat(other).exists());
  }

  @Test
  void dataThatAreOnlyLinked_stay() throws Exception {
    Path kept = Files.createDirectory(temporary.resolve("kept"));
    Files.writeString(kept.resolve("PG_VERSION"), "18");
    Path entry = Files.createDirectory(work.instances().resolve(ended().pid() + "-1-1"));
    Files.createSymbolicLink(entry.resolve("data"), kept);
    InstanceDirectory.sweep(work);
    assertThat(entry).doesNotExist();
    assertThat(kept.resolve("PG_VERSION")).exists();
  }

  @Test
  void processThatOnlyGotTheServersNumber_isLeftAlone() throws Exception {
    Process bystander = new ProcessBuilder("sleep", "600").start();
    try {
      Path entry = entry(ended().pid(), 1);
      Files.writeString(entry.resolve("data").resolve("postmaster.pid"), bystander.pid() + "\n");
      InstanceDirectory.sweep(work);
      assertThat(entry).doesNotExist();
      assertThat(bystander.isAlive()).isTrue();
    } finally {
      bystander.destroyForcibly();
    }
  }
}
