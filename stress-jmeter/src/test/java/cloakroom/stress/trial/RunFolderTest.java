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
  void folder_isNamedAfterPlanAndMoment() {
    assertThat(RunFolder.create(out, "adf-session", NOW).path())
        .isEqualTo(out.resolve("adf-session_20261120T070809Z"))
        .isDirectory();
  }

  @Test
  void secondRunOfTheSameSecond_getsAFolderOfItsOwn() {
    RunFolder.create(out, "p", NOW);

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
  void fullDisk_isNamedWithTheFile() throws Exception {
    assumeThat(Path.of("/dev/full")).exists();
    Path file = out.resolve("config.json");
    Files.createSymbolicLink(out.resolve("config.json.part"), Path.of("/dev/full"));

    assertThatThrownBy(() -> RunFolder.write(file, MissingNode.getInstance()))
        .isInstanceOf(StressFailure.class)
        .hasMessage("cannot write " + file + ": No space left on device");
  }

  @Test
  void fileThatCannotBeReplaced_staysAsItWas() throws Exception {
    assumeThat(Path.of("/dev/full")).exists();
    Path file = Files.writeString(out.resolve("counters.json"), "good");
    Path part = Files.createSymbolicLink(out.resolve("counters.json.part"), Path.of("/dev/full"));

    assertThatThrownBy(() -> RunFolder.write(file, MissingNode.getInstance()))
        .isInstanceOf(StressFailure.class);
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
