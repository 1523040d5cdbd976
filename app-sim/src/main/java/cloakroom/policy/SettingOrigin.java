package cloakroom.policy;

/** Origin of a value, in ascending precedence. */
public enum SettingOrigin {
  /** ADF's default, or Cloakroom's where ADF's is not published */
  DEFAULT("default"),
  /** a preset that differs from the default */
  PRESET("policy"),
  /** a {@code bc4j.xcfg} file */
  FILE("bc4j file"),
  /** the command line */
  SET("set");

  private final String label;

  SettingOrigin(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
