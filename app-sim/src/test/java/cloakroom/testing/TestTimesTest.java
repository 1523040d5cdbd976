package cloakroom.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What is told of the classes of a test run. */
class TestTimesTest {
  /** Runs only here. */
  static class Sample {
    @Test
    void passes() {}

    @Test
    @Disabled("nobody needs it")
    void isDisabled() {}

    @Test
    void needsMore() {
      assumeTrue(false, "no Oracle\n  at hand");
    }
  }

  @Test
  void end_namesSlowClassesAndTheReasonOfEachSkippedTest() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LauncherFactory.create(
            LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(new TestTimes(new PrintStream(out, true, UTF_8)))
                .build())
        .execute(
            LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Sample.class)).build());

    String sample = Sample.class.getName();
    assertThat(out.toString(UTF_8).lines().map(line -> line.replaceAll("\\d+\\.\\d", "#")))
        .containsExactlyInAnyOrder(
            "1 test classes in # s; slowest:",
            "     # s  " + sample,
            "skipped:",
            "  " + sample + ".isDisabled: nobody needs it",
            "  " + sample + ".needsMore: Assumption failed: no Oracle; at hand");
  }
}
