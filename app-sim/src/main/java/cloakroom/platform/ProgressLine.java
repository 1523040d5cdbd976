package cloakroom.platform;

public record ProgressLine(String event, String text) {
  public static final String EVENT = "progress";

  public ProgressLine(String text) {
    this(EVENT, text);
  }
}
