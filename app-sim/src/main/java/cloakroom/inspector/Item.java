package cloakroom.inspector;

import java.util.regex.Pattern;

/**
 * One thing that a session holds.
 *
 * @param name such as that of the table or the setting; empty where there is none
 */
record Item(Kind kind, String name) {
  private static final Pattern NUMBER = Pattern.compile("\\d{3,}");

  /** The same under a name that does not change with every user or request. */
  Item common() {
    return new Item(kind, NUMBER.matcher(name).replaceAll("#"));
  }
}
