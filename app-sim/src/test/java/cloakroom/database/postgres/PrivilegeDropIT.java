package cloakroom.database.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PrivilegeDropIT {
  @TempDir Path temporary;

  private Path data() throws IOException {
    WorkDirectory.setPermissions(temporary, "rwx--x--x");
    Path data = Files.createDirectory(temporary.resolve("data of mine"));
    WorkDirectory.setPermissions(data, "rwx------");
    return data;
  }

  private static void onlyAsRoot() {
    Assumptions.assumeTrue(PrivilegeDrop.isRoot(), "only root has privileges to drop");
  }

  static Stream<PrivilegeDrop> candidates() {
    return PrivilegeDrop.candidates().stream();
  }

  @Test
  void forDirectory_ordinaryUser_needsNoPrefix() throws IOException {
    Assumptions.assumeFalse(PrivilegeDrop.isRoot(), "root needs a prefix");
    assertThat(PrivilegeDrop.forDirectory(data()).command(List.of("id"))).containsExactly("id");
  }

  @ParameterizedTest
  @MethodSource("candidates")
  void firstProved_workingTool_changesTheUser(PrivilegeDrop candidate) throws IOException {
    onlyAsRoot();
    Path data = data();
    try {
      PrivilegeDrop drop = PrivilegeDrop.firstProved(List.of(candidate), data);
      Path file = data.resolve("by " + candidate.prefix().get(0));
      List<String> write = List.of("sh", "-c", "id -u > \"$0\"", file.toString());
      assertThat(Processes.run(drop.command(write)).exitCode()).isZero();
      assertThat(Files.readString(file).strip()).matches("[1-9]\\d*");
    } catch (EnvironmentException e) {
      Assumptions.abort(candidate.prefix().get(0) + " does not work here: " + e.getMessage());
    }
  }

  @Test
  void firstProved_failingTools_areSkippedOrReported() throws IOException {
    onlyAsRoot();
    Path data = data();
    List<PrivilegeDrop> broken =
        Stream.of("no-such-tool", "env")
            .map(tool -> new PrivilegeDrop(List.of(tool), 0, 0))
            .toList();
    assertThatThrownBy(() -> PrivilegeDrop.firstProved(broken, data))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining(
            data + " (tried no-such-tool: not installed; env: still root): install setpriv")
        .hasMessageEndingWith("-Dcloakroom.work=DIR");
    List<PrivilegeDrop> all = Stream.concat(broken.stream(), candidates()).toList();
    assertThat(PrivilegeDrop.firstProved(all, data)).isNotIn(broken);

    WorkDirectory.setPermissions(temporary, "rwx------");
    List<PrivilegeDrop> setpriv = candidates().limit(1).toList();
    assertThatThrownBy(() -> PrivilegeDrop.firstProved(setpriv, data))
        .as("a parent folder that other users cannot search")
        .hasMessageContaining("setpriv: ");
  }
}
