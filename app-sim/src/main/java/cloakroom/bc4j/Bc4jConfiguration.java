package cloakroom.bc4j;

import java.util.List;

/**
 * One configuration of one application module.
 *
 * @param bag name of the module's definition, the bag's {@code ApplicationName}; empty if it has
 *     none
 * @param name the configuration's name; empty if it has none
 * @param line line of the file, from 1
 * @param isDefault whether its bag names it as the default
 * @param entries its settings in the order of the file
 */
public record Bc4jConfiguration(
    String bag, String name, int line, boolean isDefault, List<ConfigurationEntry> entries) {
  static final String ELEMENT = "AppModuleConfig";

  /**
   * One setting as it stands in the file.
   *
   * @param name without a namespace prefix and without blanks
   * @param value without blanks around it
   * @param element local name of the element that carries it as an attribute, or that stands around
   *     it where it is an element of its own
   * @param line line of the file, from 1: where its element begins
   */
  public record ConfigurationEntry(String name, String value, String element, int line) {
    /** Where it stands, for messages. */
    public String where() {
      return element + ", line " + line;
    }
  }

  /** Both names, as {@code --am-config} takes them. */
  public String fullName() {
    return bag.isEmpty() ? name : bag + "/" + name;
  }
}
