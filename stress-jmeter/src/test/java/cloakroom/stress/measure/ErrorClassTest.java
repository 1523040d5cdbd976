package cloakroom.stress.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ErrorClassTest {

  /** The tier is never on this class path; its page, which its own tests hold to it, stands in. */
  @Test
  void classes_areThoseOfTheTier() throws IOException {
    List<String> page = Files.readAllLines(Path.of("../docs/oracle.md"));
    List<String> keys =
        page.stream()
            .dropWhile(line -> !line.startsWith("| class | what it means |"))
            .skip(2)
            .takeWhile(line -> line.startsWith("| `"))
            .map(line -> line.substring(3, line.indexOf('`', 3)))
            .toList();
    assertThat(Arrays.stream(ErrorClass.values()).map(ErrorClass::key))
        .containsExactlyElementsOf(keys);
  }

  @Test
  void classOfANewerTier_isAnother() {
    assertThat(ErrorClass.of("lock")).isEqualTo(ErrorClass.LOCK);
    assertThat(ErrorClass.of("moonPhase")).isEqualTo(ErrorClass.OTHER);
  }
}
