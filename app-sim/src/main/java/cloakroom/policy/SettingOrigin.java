package cloakroom.policy;

/** Where a value comes from; a later one counts more than an earlier one. */
public enum SettingOrigin {
  /** nobody set it: ADF's default, or Cloakroom's where ADF's is not published */
  DEFAULT("default"),
  /** the preset differs here from the default */
  PRESET("policy"),
  /** a {@code bc4j.xcfg} file */
  FILE("bc4j file"),
  /** the user, by name, on the command line */
  SET("set");

  private final String label;

  SettingOrigin(String label) {
    this.label = label;
  }

  /** The word in listings. */
  public String label() {
    return label;
  }
}
