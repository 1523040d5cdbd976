package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.jmeter.control.TransactionController;
import org.apache.jmeter.sampler.TestAction;
import org.apache.jmeter.timers.ConstantTimer;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.collections.SearchByClass;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LoadPlanTest {
  @TempDir private Path folder;

  @BeforeAll
  static void jmeter() throws Exception {
    Plans.prepareJMeter();
  }

  @AfterEach
  void forgetProperties() {
    for (String name :
        List.of("users", "think_ms", "warmup_think_ms", "ramp_s", "hold", "warmup_ramp_s")) {
      JMeterUtils.getJMeterProperties().remove(name);
    }
  }

  private void assertRefused(Path plan, String line) {
    assertThatThrownBy(() -> LoadPlan.read(plan))
        .isInstanceOf(EngineException.class)
        .hasMessage(line)
        .hasMessageNotContaining("\n");
  }

  private Path edited(String from, String to) throws IOException {
    String plan = Files.readString(Plans.ADF_SESSION);
    assertThat(plan).contains(from);
    return Files.writeString(folder.resolve("plan.jmx"), plan.replace(from, to));
  }

  @Test
  void missingPlan_isNamed() {
    Path nowhere = folder.resolve("nowhere.jmx");

    assertRefused(nowhere, "plan not found: " + nowhere + " is no file");
  }

  @Test
  void brokenXml_isRefusedInOneLine() throws IOException {
    Path plan = edited("</TransactionController>", "</Transaction>");

    assertThatThrownBy(() -> LoadPlan.read(plan))
        .isInstanceOf(EngineException.class)
        .hasMessageStartingWith("plan " + plan + " is not a plan that this JMeter can read: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void unknownElementClass_isNamed() throws IOException {
    Path plan = edited("<CookieManager ", "<com.example.Unknown ");
    Files.writeString(
        plan, Files.readString(plan).replace("</CookieManager>", "</com.example.Unknown>"));

    assertRefused(
        plan, "plan " + plan + " is not a plan that this JMeter can read: com.example.Unknown");
  }

  @ParameterizedTest
  @CsvSource({
    "testname=\"users\", has no enabled thread group",
    "testclass=\"TestPlan\", has no enabled Test Plan element"
  })
  void planThatIsDisabled_isRefused(String element, String line) throws IOException {
    Path plan = edited(element, element + " enabled=\"false\"");

    assertRefused(plan, "plan " + plan + " " + line);
  }

  @Test
  void zeroUsers_areRefused() {
    JMeterUtils.setProperty("users", "0");

    assertRefused(
        Plans.ADF_SESSION,
        "plan %s starts 0 users (thread group users=${__P(users,80)}): a load needs at least 1"
            .formatted(Plans.ADF_SESSION));
  }

  /** JMeter itself takes each of these as 0. */
  @ParameterizedTest
  @CsvSource({
    "users, many, users, ThreadGroup.num_threads, '${__P(users,80)}'",
    "users, -1, users, ThreadGroup.num_threads, '${__P(users,80)}'",
    "think_ms, 300ms, think time, ConstantTimer.delay, '${__P(warmup_think_ms,${__P(think_ms,3000)})}'",
    "warmup_think_ms, 1s, think time, ConstantTimer.delay, '${__P(warmup_think_ms,${__P(think_ms,3000)})}'",
    "warmup_ramp_s, 1s, warm-up, ThreadGroup.ramp_time, '${__P(warmup_ramp_s,${__P(ramp_s,10)})}'",
    "hold, 1.5, hold time, ConstantTimer.delay, '${__P(hold,0)}'",
  })
  void numberThatJMeterWouldTakeAsZero_isRefused(
      String name, String value, String element, String property, String from) {
    JMeterUtils.setProperty(name, value);

    assertRefused(
        Plans.ADF_SESSION,
        "element '%s' of the plan has %s=%s (from %s): it needs a whole number of at least 0"
            .formatted(element, property, value, from));
  }

  @Test
  void loadedPlan_recordsEveryWaitAndTransaction() throws EngineException {
    LoadPlan plan = LoadPlan.read(Plans.ADF_SESSION);

    assertThat(all(plan, ConstantTimer.class))
        .hasSize(8)
        .allMatch(RecordedElements.Wait.class::isInstance);
    assertThat(all(plan, TestAction.class))
        .hasSize(8)
        .allMatch(RecordedElements.Pause.class::isInstance);
    assertThat(all(plan, TransactionController.class))
        .hasSize(4)
        .allMatch(RecordedElements.Transaction.class::isInstance);
    assertThat(all(LoadPlan.read(Plans.STATE_KINDS), ConstantTimer.class))
        .hasSize(6)
        .allMatch(RecordedElements.Wait.class::isInstance);
  }

  private static <T> java.util.Collection<T> all(LoadPlan plan, Class<T> type) {
    SearchByClass<T> search = new SearchByClass<>(type);
    plan.tree().traverse(search);
    return search.getSearchResults();
  }
}
