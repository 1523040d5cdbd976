package cloakroom.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import cloakroom.platform.Daemons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Processors of their own; skipped where the system does not allow it. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "needs taskset")
final class PinningIT {
  @Test
  void list_isTakenApart() {
    assertThat(Pinning.numbers("0-2,6")).containsExactly("0", "1", "2", "6");
    assertThat(Pinning.numbers("3")).containsExactly("3");
  }

  @Test
  void bothSides_haveProcessorsOfTheirOwn_andTheOthersGetAllBack() throws Exception {
    assumeThat(Pinning.absence()).isEmpty();
    ProcessHandle self = ProcessHandle.current();
    String all = Pinning.processors(self);
    Process server = new ProcessBuilder("sh", "-c", "sleep 600 & wait").start();
    try {
      Runnable back = Pinning.separate(List.of(server.pid()));
      List<String> own = Pinning.numbers(Pinning.processors(self));
      List<String> its = Pinning.numbers(Pinning.processors(server.toHandle()));
      back.run();

      assertThat(own).isNotEmpty().hasSizeLessThanOrEqualTo(2).doesNotContainAnyElementsOf(its);
      assertThat(its).hasSize(Pinning.numbers(all).size() - own.size());
      assertThat(Pinning.processors(server.toHandle())).isEqualTo(all);
    } finally {
      server.descendants().forEach(ProcessHandle::destroy);
      server.destroy();
      String pid = Long.toString(self.pid());
      new ProcessBuilder("taskset", "-a", "-c", "-p", all, pid).start().waitFor();
    }
    assertThat(Pinning.processors(self)).isEqualTo(all);
  }

  @Test
  void threadAndServer_shareAProcessor_andTheProcessKeepsAll() throws Exception {
    assumeThat(Pinning.absence()).isEmpty();
    ProcessHandle self = ProcessHandle.current();
    String all = Pinning.processors(self);
    Process server = new ProcessBuilder("sleep", "600").start();
    List<String> servers = List.of(Long.toString(server.pid()));
    try {
      String mine =
          CompletableFuture.supplyAsync(
                  () -> Pinning.together(servers) ? allowed() : "refused", Daemons.each("own"))
              .join();

      assertThat(Pinning.numbers(mine)).hasSize(1);
      assertThat(Pinning.processors(server.toHandle())).isEqualTo(mine);
      assertThat(Pinning.processors(self)).isEqualTo(all);
    } finally {
      server.destroy();
    }
  }

  /** What the kernel says of this thread. */
  private static String allowed() {
    try {
      return Files.readString(Path.of("/proc/thread-self/status"))
          .replaceFirst("(?s).*Cpus_allowed_list:\\s*(\\S+).*", "$1");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
