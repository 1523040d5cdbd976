package cloakroom.database;

import java.security.SecureRandom;
import java.util.Base64;

/** A password that no log line, message or debugger view shows by accident. */
public final class Password {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String secret;

  private Password(String secret) {
    this.secret = secret;
  }

  public static Password of(String secret) {
    return new Password(secret);
  }

  /** 144 random bits in letters, digits, {@code -} and {@code _}. */
  public static Password random() {
    byte[] bytes = new byte[18];
    RANDOM.nextBytes(bytes);
    return new Password(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** The password itself: for drivers and password files only. */
  public String reveal() {
    return secret;
  }

  /** A text of somebody else's, a log or a message, with this password made unreadable in it. */
  public String hiddenIn(String text) {
    return secret.isEmpty() ? text : text.replace(secret, toString());
  }

  @Override
  public String toString() {
    return "(hidden)";
  }
}
