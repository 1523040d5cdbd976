package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The plan belongs to people who open it in JMeter's window. */
final class PlanEditorTest {

  @BeforeAll
  static void jmeter() throws Exception {
    Plans.prepareJMeter();
  }

  /** Also shows that no editor loses or resets a property, as some do with functions in a list. */
  @Test
  void plan_opened_and_saved_in_the_editors_stays_the_same_to_the_letter() throws Exception {
    String again = SwingEditors.savedAgain(Plans.ADF_SESSION);

    Files.writeString(Path.of("target", "adf-session-saved-again.jmx"), again);
    assertThat(again).isEqualTo(Files.readString(Plans.ADF_SESSION));
  }
}
