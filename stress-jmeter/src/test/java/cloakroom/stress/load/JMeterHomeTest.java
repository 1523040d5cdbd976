package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JMeterHomeTest {

  @Test
  void home_holdsWhatJMeterReadsAndIsUnpackedOnceAndWhole(@TempDir Path folder) throws IOException {
    Path home = folder.resolve("a home");
    JMeterHome.prepare(home);
    Path properties = home.resolve("bin/jmeter.properties");

    assertThat(properties).isNotEmptyFile();
    assertThat(home.resolve("bin/saveservice.properties")).isNotEmptyFile();
    assertThat(home.resolve("bin/reportgenerator.properties")).isNotEmptyFile();
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
}
