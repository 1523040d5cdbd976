package cloakroom.app.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.application.ApplicationDefinition;
import cloakroom.http.JsonText;
import cloakroom.platform.Resources;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ApplicationFileTest {
  @TempDir Path directory;

  @Test
  void hr_isRead_hasTheSqlOfThePages() {
    ApplicationDefinition hr = ApplicationFile.read("hr");

    assertThat(hr.modules().get("DepartmentsModule").views().get("departments").query())
        .isEqualTo(
            "select department_id, department_name from cloakroom.departments where department_id"
                + " >= :user order by department_id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hr", "typical"})
  void definition_throughJson_isTheSame(String name) throws IOException {
    ApplicationDefinition application = ApplicationFile.read(name);

    assertThat(
            new ObjectMapper()
                .readValue(JsonText.text(application), ApplicationDefinition.class)
                .toString())
        .isEqualTo(application.toString());
  }

  /** A row replaces the first occurrence of a text in typical.yaml; ¶ is a line break. */
  @ParameterizedTest
  @CsvFileSource(resources = "wrong.csv", delimiter = '|', maxCharsPerColumn = 1_000)
  void wrongFile_isRejectedWithPlaceRuleAndChoices(String text, String by, String message) {
    String typical = Resources.text("cloakroom/app/file/typical.yaml");
    assertThat(typical).contains(text);
    String wrong = typical.replace(text, by == null ? "" : by.replace("¶", "\n"));

    assertThatThrownBy(() -> ApplicationFile.parse("a.yaml", wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void fileThatIsMissing_tooLarge_orNotUtf8_isRejected() throws IOException {
    Path large = Files.write(directory.resolve("large.yaml"), new byte[1_000_001]);
    Path latin =
        Files.write(
            directory.resolve("latin.yaml"), "name: é".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> ApplicationFile.read("hrr"))
        .hasMessage("application hrr: no such file; choose hr, typical or the path of a file");
    assertThatThrownBy(() -> ApplicationFile.read(large.toString()))
        .hasMessage(large + ": must have at most 1 MB; is it a YAML file?");
    assertThatThrownBy(() -> ApplicationFile.read(latin.toString()))
        .hasMessage(latin + ": must be UTF-8");
  }
}
