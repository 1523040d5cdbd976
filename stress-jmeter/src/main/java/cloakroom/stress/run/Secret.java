package cloakroom.stress.run;

import java.security.SecureRandom;
import java.util.HexFormat;

/** A password that no log line, report or debugger view shows by accident. */
final class Secret {
  /** Every database takes it: some versions of Oracle only up to 30 characters. */
  private static final int BYTES = 15;

  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  static Secret of(String value) {
    return new Secret(value);
  }

  static Secret random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new Secret(HexFormat.of().formatHex(bytes));
  }

  /** The password itself: for drivers and for the environment of processes only. */
  String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return "(hidden)";
  }
}
