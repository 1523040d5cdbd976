package cloakroom.app.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Copies of shipped applications as JSON, with which the runner is built and tested. */
final class CopiesOfApplicationsTest {
  @ParameterizedTest
  @CsvSource({
    "hr, main/resources/cloakroom/stress/plan/hr.json",
    "typical, test/resources/typical.json"
  })
  void copy_isWhatIsRead(String name, Path copy) throws Exception {
    ObjectMapper json = new ObjectMapper().setDefaultPropertyInclusion(Include.NON_NULL);

    assertThat(json.readTree(Path.of("../stress-jmeter/src").resolve(copy).toFile()))
        .as("JSON of %s", name)
        .isEqualTo(json.readTree(json.writeValueAsString(ApplicationFile.read(name))));
  }
}
