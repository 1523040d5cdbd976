package cloakroom.bc4j;

/**
 * What became of one setting of the file.
 *
 * @param kind what became of it
 * @param name its name
 * @param value its value; null where it may be a secret
 * @param where element and line
 * @param why the reason; empty where there is nothing to explain
 */
public record Bc4jFinding(Kind kind, String name, String value, String where, String why) {

  /** What can become of a setting. */
  public enum Kind {
    /** it counts */
    TOOK_EFFECT("took effect", "tookEffect"),
    /** it asks for what Cloakroom does anyway */
    ANYWAY("as Cloakroom does anyway", "anyway"),
    /** it stands in the file a second time, further down */
    OVERRIDDEN("overridden further down", "overridden"),
    /** it is not of the type that it must be; the value of the base stays */
    WRONG_VALUE("wrong value", "wrongValue"),
    /** Cloakroom cannot do it */
    NOT_MODELLED("not modelled", "notModelled"),
    /** it is about the database's address, logging in or other things apart */
    IGNORED("ignored", "ignored"),
    /** no setting of ADF's that is known here */
    UNKNOWN("unknown", "unknown");

    private final String words;
    private final String label;

    Kind(String words, String label) {
      this.words = words;
      this.label = label;
    }

    /** The heading in a listing. */
    public String words() {
      return words;
    }

    /** The key in JSON. */
    public String label() {
      return label;
    }
  }

  /** The setting as a line says it. */
  public String text() {
    return value == null ? name : name + "=" + value;
  }
}
