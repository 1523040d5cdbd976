package cloakroom.database.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However the process that started a server ends, nothing of the server stays. */
@Tag("full")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "no watchdog process")
final class OwnerDeathIT {
  private static final String PATH = System.getenv("PATH");

  /** Tools that fork run between the owner and the server; they must end too. */
  @ParameterizedTest
  @ValueSource(strings = {"unshare", "su"})
  void ownerKilled_toolThatDropsPrivilegesEnds(String tool, @TempDir Path programs)
      throws Exception {
    Assumptions.assumeTrue(PrivilegeDrop.isRoot(), "only root drops privileges");
    for (String name : List.of("sh", "id", "cat", "head", "tr", "sleep", "rm", "ps", tool)) {
      Optional<Path> program =
          Stream.of(PATH.split(":"))
              .map(folder -> Path.of(folder, name))
              .filter(Files::isExecutable)
              .findFirst();
      Assumptions.assumeTrue(program.isPresent(), name + " is not installed");
      Path offered = programs.resolve(name);
      Files.writeString(offered, "#!/bin/sh\nexec '" + program.get() + "' \"$@\"\n");
      WorkDirectory.setPermissions(offered, "rwxr-xr-x");
    }
    WorkDirectory.setPermissions(programs, "rwxr-xr-x");
    ServerOwner.Running owner = ServerOwner.launch(programs.toString());
    List<ProcessHandle> family = owner.process().descendants().toList();
    owner.process().destroyForcibly().waitFor();
    Await.until("end of the server", () -> !Processes.isRunning(owner.postmaster()));
    Await.until("removal of its folder", () -> !Files.exists(owner.directory()));
    assertThat(family).hasSizeGreaterThan(2).allSatisfy(member -> member.onExit().join());
  }

  @Test
  void ownerAndWatchdogKilled_nextStartRemovesTheServer() throws Exception {
    ServerOwner.Running owner = ServerOwner.launch(PATH);
    ProcessHandle watchdog = owner.watchdog();
    watchdog.destroyForcibly();
    watchdog.onExit().join();
    owner.process().destroyForcibly().waitFor();
    assertThat(Processes.isRunning(owner.postmaster())).isTrue();
    assertThat(owner.directory()).exists();

    InstanceDirectory.create(WorkDirectory.open()).close();

    assertThat(Processes.isRunning(owner.postmaster())).isFalse();
    assertThat(owner.directory()).doesNotExist();
  }
}
