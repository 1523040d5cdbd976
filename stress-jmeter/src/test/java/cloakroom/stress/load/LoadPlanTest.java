package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Set;
import org.apache.jmeter.control.IncludeController;
import org.apache.jmeter.control.TransactionController;
import org.apache.jmeter.engine.PreCompiler;
import org.apache.jmeter.modifiers.UserParameters;
import org.apache.jmeter.sampler.TestAction;
import org.apache.jmeter.threads.JMeterContext;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.JMeterVariables;
import org.apache.jmeter.timers.ConstantTimer;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.collections.SearchByClass;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LoadPlanTest {
  @TempDir private Path folder;

  private static Set<Object> names;

  @BeforeAll
  static void jmeter() throws Exception {
    Plans.prepareJMeter();
    names = Set.copyOf(JMeterUtils.getJMeterProperties().keySet());
  }

  @AfterEach
  void removeProperties() {
    JMeterUtils.getJMeterProperties().keySet().retainAll(names);
  }

  private void assertRefused(Path plan, String line) {
    assertThatThrownBy(() -> LoadPlan.read(plan))
        .isInstanceOf(StressFailure.class)
        .hasMessage(line);
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
        .isInstanceOf(StressFailure.class)
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

  /** JMeter itself reads each of these as 0. */
  @ParameterizedTest
  @CsvSource({
    "users, many, users, ThreadGroup.num_threads, '${__P(users,80)}'",
    "users, -1, users, ThreadGroup.num_threads, '${__P(users,80)}'",
    "warmup_ramp_s, 1s, warm-up, ThreadGroup.ramp_time, '${__P(warmup_ramp_s,${__P(ramp_s,10)})}'",
    "pending_time, 1.5, pending time, ConstantTimer.delay, '${__P(pending_time,0)}'",
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
  void loadedPlan_recordsEveryWaitAndTransaction() {
    LoadPlan plan = LoadPlan.read(Plans.ADF_SESSION);

    assertThat(all(plan, ConstantTimer.class))
        .hasSize(2 * 6)
        .allMatch(InstrumentedElements.Wait.class::isInstance);
    assertThat(all(plan, TestAction.class))
        .hasSize(2 * (6 + 5))
        .allMatch(InstrumentedElements.Pause.class::isInstance);
    assertThat(all(plan, TransactionController.class))
        .hasSize(4)
        .allMatch(InstrumentedElements.Transaction.class::isInstance);
    assertThat(all(LoadPlan.read(Plans.STATE_KINDS), ConstantTimer.class))
        .hasSize(6)
        .allMatch(InstrumentedElements.Wait.class::isInstance);
  }

  /**
   * What a plan includes stands in it, so that neither threads nor other machines read it again.
   */
  @ParameterizedTest
  @ValueSource(strings = {"open-arrivals", "lull-and-burst", "soak", "mixed", "upload"})
  void planOfTheSameSession_runsItsScript(String name) {
    LoadPlan plan = LoadPlan.stock(Plans.ADF_SESSION.resolveSibling(name + ".jmx"));

    assertThat(all(plan, IncludeController.class)).isEmpty();
    assertThat(all(plan, TransactionController.class)).hasSize(4);
  }

  /**
   * Every third pause is a lull, to a multiple of it on the clock for all at once; none lasts
   * longer than the user has.
   */
  @ParameterizedTest
  @CsvSource({"soak, 0, 7000", "lull-and-burst, 0, 7000", "soak, 3600, 7000000"})
  void lull_comesAfterAStretch(String name, int seconds, long length) throws Exception {
    JMeterUtils.setProperty("think_ms", "300");
    JMeterUtils.setProperty("duration_s", Integer.toString(seconds));
    JMeterUtils.setProperty("stretch", "3");
    JMeterUtils.setProperty("lull", Long.toString(length));
    long before = System.currentTimeMillis();

    List<Long> times = thinkTimes(Plans.ADF_SESSION.resolveSibling(name + ".jmx"), 6);

    long passed = System.currentTimeMillis() - before;
    assertThat(List.of(times.get(0), times.get(1), times.get(3), times.get(4))).containsOnly(300L);
    for (long lull : List.of(times.get(2), times.get(5))) {
      if (name.equals("lull-and-burst")) {
        long untilMultiple = length - before % length;
        assertThat(Math.floorMod(untilMultiple - lull, length)).isBetween(0L, passed);
      } else if (seconds > 0) {
        assertThat(lull).isBetween(1000L * seconds - passed, 1000L * seconds);
      } else {
        assertThat(lull).isEqualTo(length);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "constant,    300, 300,  0",
    "exponential, 0,   6000, 1",
    "uniform,     0,   600,  0.577",
    "lognormal,   1,   20000, 0.947"
  })
  void thinkTimes_haveTheAskedMeanAndSpread(String kind, long least, long most, double spread)
      throws Exception {
    JMeterUtils.setProperty("think_distribution", kind);
    JMeterUtils.setProperty("think_ms", "300");
    for (Path plan : List.of(Plans.ADF_SESSION, Plans.STATE_KINDS)) {
      LongSummaryStatistics times = new LongSummaryStatistics();
      double squares = 0;
      for (long time : thinkTimes(plan, 5_000)) {
        times.accept(time);
        squares += Math.pow(time - 300.0, 2);
      }
      assertThat(times.getAverage()).isCloseTo(300, withinPercentage(3));
      assertThat(times.getMin()).isBetween(least, 300L);
      assertThat(times.getMax()).isBetween(300L, most);
      assertThat(Math.sqrt(squares / 5_000) / 300).isCloseTo(spread, within(0.06));
    }
  }

  @Test
  void thinkTimes_areThoseOfTheSeed() throws Exception {
    JMeterUtils.setProperty("think_distribution", "exponential");
    List<Long> first = thinkTimes(Plans.ADF_SESSION, 50);
    assertThat(thinkTimes(Plans.ADF_SESSION, 50)).isEqualTo(first);
    JMeterUtils.setProperty("seed", "2");
    assertThat(thinkTimes(Plans.ADF_SESSION, 50)).isNotEqualTo(first);
  }

  @Test
  void drawnThinkTime_isWhenTheNextRequestIsDue() throws Exception {
    JMeterUtils.setProperty("think_distribution", "exponential");
    DueTime.begin(1000, false);
    long all = thinkTimes(Plans.ADF_SESSION, 3).stream().mapToLong(Long::longValue).sum();

    assertThat(DueTime.current().sampled(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(1000 + all);
    DueTime.finish();
  }

  /** Returns the pauses of the third user, one for each round of the loop. */
  private static List<Long> thinkTimes(Path file, int draws) throws Exception {
    String thread = Thread.currentThread().getName();
    Thread.currentThread().setName("users 1-3");
    JMeterContext context = JMeterContextService.getContext();
    try {
      LoadPlan plan = LoadPlan.read(file);
      plan.tree().traverse(new PreCompiler());
      context.setSamplingStarted(true);
      for (String name : List.of("who", "session")) {
        all(plan, UserParameters.class).stream()
            .filter(element -> element.getName().equals(name))
            .reduce((first, last) -> last)
            .ifPresent(
                users -> {
                  users.setRunningVersion(true);
                  users.iterationStart(null);
                });
      }
      ConstantTimer timer =
          all(plan, ConstantTimer.class).stream()
              .filter(element -> element.getName().equals("think time"))
              .findFirst()
              .orElseThrow();
      timer.setRunningVersion(true);
      List<Long> times = new ArrayList<>();
      for (int i = 0; i < draws; i++) {
        times.add(timer.delay());
        timer.recoverRunningVersion();
      }
      return times;
    } finally {
      context.setSamplingStarted(false);
      context.setVariables(new JMeterVariables());
      Thread.currentThread().setName(thread);
    }
  }

  private static <T> java.util.Collection<T> all(LoadPlan plan, Class<T> type) {
    SearchByClass<T> search = new SearchByClass<>(type);
    plan.tree().traverse(search);
    return search.getSearchResults();
  }
}
