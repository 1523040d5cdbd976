package cloakroom.database.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InstanceDirectoryIT {
  @TempDir Path temporary;

  private WorkDirectory work;
  private long deadPid;

  @BeforeEach
  void endAProcess() throws IOException, InterruptedException {
    work = WorkDirectory.open(temporary.resolve("work folder"));
    Process process = new ProcessBuilder("sh", "-c", ":").start();
    process.waitFor();
    deadPid = process.pid();
  }

  private Path deadOwners(int number) throws IOException {
    Path entry = work.instances().resolve(deadPid + "-1-" + number);
    Files.createDirectories(entry.resolve("data/base"));
    Files.writeString(entry.resolve("data/base/1"), "rows");
    return entry;
  }

  @Test
  void sweep_removesFoldersOfDeadOwnersOnly() throws Exception {
    Path kept = Files.createDirectory(temporary.resolve("kept"));
    Path link = Files.createDirectory(work.instances().resolve(deadPid + "-1-1"));
    Files.createSymbolicLink(link.resolve("data"), kept);
    Path numbered = deadOwners(2);
    Process bystander = new ProcessBuilder("sleep", "600").start();
    Files.writeString(numbered.resolve("data/postmaster.pid"), bystander.pid() + "\n");
    List<Path> others =
        List.of(
            Files.createDirectory(work.instances().resolve("notes")),
            Files.createDirectory(work.instances().resolve("12-34")),
            Files.createFile(work.root().resolve("1-1-1")));
    try (InstanceDirectory own = InstanceDirectory.create(work)) {
      InstanceDirectory.sweep(work);
      assertThat(bystander.isAlive()).as("another process with the server's id").isTrue();
      assertThat(own.path()).exists();
    } finally {
      bystander.destroyForcibly();
    }
    assertThat(List.of(link, numbered)).noneMatch(Files::exists);
    assertThat(others).contains(kept.resolveSibling("work folder/1-1-1")).allMatch(Files::exists);
    assertThat(kept).as("data behind a link").exists();
  }

  @Test
  void sweep_folderOfALiveOwner_staysWhileItsLockIsHeld() throws Exception {
    Path entry = deadOwners(1);
    Process holder =
        ServerOwner.java(System.getenv("PATH"), LockHolder.class, entry.resolve("lock").toString())
            .start();
    try {
      assertThat(holder.inputReader().readLine()).isEqualTo("locked");
      InstanceDirectory.sweep(work);
      assertThat(entry).exists();
    } finally {
      holder.destroyForcibly().waitFor();
    }
    InstanceDirectory.sweep(work);
    assertThat(entry).doesNotExist();
  }

  static final class LockHolder {
    private LockHolder() {}

    public static void main(String[] args) throws IOException {
      try (FileChannel channel =
              FileChannel.open(
                  Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        System.out.println(lock.isValid() ? "locked" : "not locked");
        System.out.flush();
        System.exit(System.in.read());
      }
    }
  }
}
