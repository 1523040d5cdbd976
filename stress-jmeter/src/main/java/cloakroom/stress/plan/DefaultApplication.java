package cloakroom.stress.plan;

import cloakroom.application.ApplicationDefinition;
import cloakroom.platform.Resources;
import cloakroom.stress.process.Records;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Application of a run without option {@code --app}. */
public final class DefaultApplication {
  public static final String NAME = "hr";
  public static final ApplicationDefinition DEFINITION = read();

  private DefaultApplication() {}

  /** Reads a copy of the output of {@code app-sim describe --app hr --json}. */
  private static ApplicationDefinition read() {
    byte[] json = Resources.text("cloakroom/stress/plan/hr.json").getBytes(StandardCharsets.UTF_8);
    try {
      return Records.read(new ByteArrayInputStream(json), ApplicationDefinition.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
