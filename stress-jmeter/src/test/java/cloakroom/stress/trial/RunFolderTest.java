package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
  private static final Instant NOW = Instant.parse("2026-11-20T07:08:09.5Z");

  @TempDir private Path out;

  @Test
  void create_twoRunsInOneSecond_namesThemAfterPlanAndTime() {
    assertThat(RunFolder.create(out, "p", NOW).path())
        .isEqualTo(out.resolve("p_20261120T070809Z"))
        .isDirectory();
    assertThat(RunFolder.create(out, "p", NOW).path()).hasFileName("p_20261120T070809Z-2");
  }

  @Test
  void latest_pointsToTheLastRun() throws Exception {
    RunFolder.create(out, "p", NOW).markLatest();
    RunFolder second = RunFolder.create(out, "p", NOW.plusSeconds(1));
    second.markLatest();

    assertThat(out.resolve("latest").toRealPath()).isEqualTo(second.path().toRealPath());
    assertThat(Files.readSymbolicLink(out.resolve("latest"))).isRelative();
  }

  @Test
  void write_fullDisk_namesTheFileAndKeepsTheOldOne() throws Exception {
    assumeThat(Path.of("/dev/full")).exists();
    Path file = Files.writeString(out.resolve("counters.json"), "good");
    Path part = Files.createSymbolicLink(out.resolve("counters.json.part"), Path.of("/dev/full"));

    assertThatThrownBy(() -> RunFolder.write(file, MissingNode.getInstance()))
        .isInstanceOf(StressFailure.class)
        .hasMessage("cannot write " + file + ": No space left on device");
    assertThat(file).hasContent("good");
    assertThat(part).doesNotExist();
  }

  @Test
  void notes_areKeptInTheLog() {
    RunFolder folder = RunFolder.create(out, "p", NOW);
    folder.note("one");
    folder.note("two");

    assertThat(folder.path().resolve("logs/run.log"))
        .content()
        .containsSubsequence("one", "two")
        .hasLineCount(2);
  }
}
