package cloakroom.bc4j;

/**
 * One setting as it stands in the file.
 *
 * @param name without a namespace prefix and without blanks
 * @param value without blanks around it
 * @param element local name of the element that carries it as an attribute, or that stands around
 *     it where it is an element of its own
 * @param line line of the file, from 1: where its element begins
 */
public record Bc4jEntry(String name, String value, String element, int line) {
  static final String CONFIGURATION = "AppModuleConfig";

  /** Where it stands, for messages. */
  public String where() {
    return element + ", line " + line;
  }
}
