package cloakroom.stress.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** What the page carries inside: its style, its script, and Chart.js from its web jar. */
final class PageFiles {
  private static final String JAR = "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";
  private static final String CHART =
      "/META-INF/resources/webjars/chart.js/%s/dist/chart.umd.min.js";

  private PageFiles() {}

  static String text(String name) {
    return read(name);
  }

  /** Chart.js with its notices; addresses in comments are no links, and are written as none. */
  static String chartLibrary() {
    String script = read(CHART.formatted(chartVersion()));
    return script
        .replaceAll("(?m)^//# sourceMappingURL=.*$", "")
        .replaceAll("https?://", "")
        .replace("</script", "<\\/script")
        .strip();
  }

  private static String chartVersion() {
    Properties properties = new Properties();
    try (InputStream in = open(JAR)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }

  private static String read(String name) {
    try (InputStream in = open(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String name) {
    InputStream in = PageFiles.class.getResourceAsStream(name);
    if (in == null) {
      throw new IllegalStateException("not on the class path: " + name);
    }
    return in;
  }
}
