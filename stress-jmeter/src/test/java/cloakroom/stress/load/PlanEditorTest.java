package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The plans belong to people who open them in JMeter's window. */
final class PlanEditorTest {

  @BeforeAll
  static void jmeter() throws Exception {
    Plans.prepareJMeter();
  }

  /** Also shows that no editor loses or resets a property, as some do with functions in a list. */
  @ParameterizedTest
  @ValueSource(strings = {"adf-session", "state-kinds"})
  void planOpenedAndSavedInTheEditors_staysTheSameToTheLetter(String name) throws Exception {
    Path plan = Plans.ADF_SESSION.resolveSibling(name + ".jmx");
    String again = SwingEditors.savedAgain(plan);

    Files.writeString(Path.of("target", name + "-saved-again.jmx"), again);
    assertThat(again).isEqualTo(Files.readString(plan));
  }
}
