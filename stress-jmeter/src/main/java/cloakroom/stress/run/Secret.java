package cloakroom.stress.run;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * A password that no log line, report or debugger view shows by accident.
 *
 * @param reveal the password itself: for drivers and for the environment of processes only
 */
record Secret(String reveal) {
  /** Every database takes it: some versions of Oracle only up to 30 characters. */
  private static final int BYTES = 15;

  static Secret random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new Secret(HexFormat.of().formatHex(bytes));
  }

  @Override
  public String toString() {
    return "(hidden)";
  }
}
