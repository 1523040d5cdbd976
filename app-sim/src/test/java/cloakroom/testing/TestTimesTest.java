package cloakroom.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class TestTimesTest {
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
  void listener_notesTheTimeOfAClassAndTheReasonOfEachSkippedTest(@TempDir Path folder)
      throws IOException {
    LauncherFactory.create(
            LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(new TestTimes(folder))
                .build())
        .execute(
            LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Sample.class)).build());

    String sample = Sample.class.getName();
    assertThat(Files.readString(folder.resolve("times.txt")))
        .matches(" +\\d+\\.\\d s  " + Pattern.quote(sample) + "\\R");
    assertThat(Files.readAllLines(folder.resolve("skipped.txt")))
        .containsExactlyInAnyOrder(
            "  " + sample + ".isDisabled: nobody needs it",
            "  " + sample + ".needsMore: Assumption failed: no Oracle; at hand");
  }
}
