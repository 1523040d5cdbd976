package cloakroom.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;

/** The inspector's jar for other applications. */
final class InspectorJarIT {
  @Test
  void jar_needsTheJdkAlone() {
    StringWriter told = new StringWriter();
    PrintWriter out = new PrintWriter(told);

    int code =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(out, out, "--missing-deps", "target/inspector.jar");

    assertThat(told.toString()).isEmpty();
    assertThat(code).isZero();
  }
}
