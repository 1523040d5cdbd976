package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JMeterHomeTest {
  @Test
  void home_holdsWhatJMeterReadsAndIsUnpackedOnceAndWhole(@TempDir Path folder) throws IOException {
    Path home = folder.resolve("a home");
    JMeterHome.prepare(home);
    Path properties = home.resolve("bin/jmeter.properties");

    assertThat(properties).isNotEmptyFile();
    assertThat(home.resolve("bin/report-template/index.html.fmkr")).isNotEmptyFile();
    assertThat(home.resolve("lib/ext")).isDirectory();

    Files.writeString(properties, "mine=1");
    JMeterHome.prepare(home);
    assertThat(properties).hasContent("mine=1");

    Path half = folder.resolve("half");
    Files.createDirectories(half.resolve("bin"));
    Files.writeString(half.resolve("bin/jmeter.properties"), "half");
    JMeterHome.prepare(half);
    assertThat(half.resolve("bin/jmeter.properties")).content().contains("jmeter.save.saveservice");
  }

  /** JMeter adjusts its clock after that time, which would shift samples. */
  @Test
  void clockOfSamples_isLookedAtOnce() throws IOException {
    Properties pinned = new Properties();
    try (InputStream in = JMeterHome.class.getResourceAsStream("/engine-pinned.properties")) {
      pinned.load(in);
    }
    assertThat(pinned).containsEntry("sampleresult.useNanoTime", "true");
    assertThat(Integer.parseInt(pinned.getProperty("sampleresult.nanoThreadSleep")))
        .isGreaterThan((int) TimeUnit.DAYS.toMillis(20));
  }
}
