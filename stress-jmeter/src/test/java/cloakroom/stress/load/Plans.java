package cloakroom.stress.load;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.jmeter.util.JMeterUtils;

public final class Plans {
  public static final Path ADF_SESSION = Path.of("plans", "adf-session.jmx").toAbsolutePath();
  static final Path STATE_KINDS = Path.of("plans", "state-kinds.jmx").toAbsolutePath();
  static final Path HOME = Path.of("target", "jmeter home for tests").toAbsolutePath();

  private Plans() {}

  static void prepareJMeter() throws IOException {
    System.setProperty("java.awt.headless", "true");
    System.setProperty("java.util.prefs.userRoot", HOME.toString());
    JMeterHome.prepare(HOME);
    JMeterUtils.setJMeterHome(HOME.toString());
    JMeterUtils.loadJMeterProperties(HOME.resolve("bin/jmeter.properties").toString());
    JMeterUtils.initLocale();
  }
}
