package cloakroom.stress.measure;

/** What became of a value that a session left: the verdict is the client's, from what it reads. */
public enum Fate {
  KEPT("kept", "the session found its own value again"),
  LOST("lost", "the session found nothing, or a value that is neither its own nor another user's"),
  LEAKED("leaked", "the session found the value of another user"),
  REFUSED("refused", "writing or reading ended with an error, which the client saw");

  private final String key;
  private final String meaning;

  Fate(String key, String meaning) {
    this.key = key;
    this.meaning = meaning;
  }

  /** The name used in files and tables. */
  public String key() {
    return key;
  }

  /** What it means, for the report. */
  public String meaning() {
    return meaning;
  }
}
