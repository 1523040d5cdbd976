package cloakroom.platform;

/** A line of {@code database --json} about what takes long. */
public record ProgressLine(String event, String text) {
  public static final String EVENT = "progress";

  public ProgressLine(String text) {
    this(EVENT, text);
  }
}
