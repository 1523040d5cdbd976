package cloakroom.stress.options;

import cloakroom.command.Durations;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.TypeConversionException;

/** Think time: mean pause of a user between two requests, and the kind of distribution. */
public record Think(Duration mean, String kind) {
  public static final String CONSTANT = "constant";
  private static final List<String> KINDS =
      List.of(CONSTANT, "exponential", "lognormal", "uniform");

  /** Marker for a think time that the run determines by a calibration before the load. */
  public static final Think AUTO = new Think(Duration.ZERO, "auto");

  /** Parses {@code 300ms}, {@code 300ms~exponential} or {@code auto}. */
  public static Think parse(String text) {
    if (text.equals(AUTO.kind)) {
      return AUTO;
    }
    String[] parts = text.split("~", 2);
    String kind = parts.length > 1 ? parts[1] : CONSTANT;
    if (!KINDS.contains(kind)) {
      throw new TypeConversionException(
          "'" + text + "': the kind after ~ must be one of " + String.join(", ", KINDS));
    }
    return new Think(Durations.parse(parts[0]), kind);
  }

  @Override
  public String toString() {
    return equals(AUTO)
        ? AUTO.kind
        : Durations.format(mean) + (kind.equals(CONSTANT) ? "" : "~" + kind);
  }
}
