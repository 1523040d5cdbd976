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
    String bag, String name, int line, boolean isDefault, List<Bc4jEntry> entries) {

  /** Both names, as {@code --am-config} takes them. */
  public String fullName() {
    return bag.isEmpty() ? name : bag + "/" + name;
  }
}
