package cloakroom.platform;

/** Progress of a long step, as a line of {@code --json} output. */
public record ProgressLine(String event, String text) {
  public static final String EVENT = "progress";

  public ProgressLine(String text) {
    this(EVENT, text);
  }
}
