package cloakroom.http;

import cloakroom.contract.Variables;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.regex.Pattern;

/** What a reader of the admin port has to know; no log line or message shows it. */
public final class AdminToken {
  /** The environment variable that holds it: a command line would show it to everybody. */
  public static final String VARIABLE = Variables.ADMIN_TOKEN;

  /** How to set one, in words that follow what is wrong. */
  static final String CURE =
      ": set the environment variable "
          + VARIABLE
          + " to at least 16 visible characters, which readers send as 'Authorization: Bearer"
          + " TOKEN'";

  private static final Pattern TOKEN = Pattern.compile("[!-~]{16,}");

  private final byte[] header;

  private AdminToken(String token) {
    this.header = bytes("Bearer " + token);
  }

  /**
   * A token.
   *
   * @throws IllegalArgumentException if it is too short, or no header could hold it
   */
  public static AdminToken of(String token) {
    if (!TOKEN.matcher(token).matches()) {
      throw new IllegalArgumentException(VARIABLE + " holds no token" + CURE);
    }
    return new AdminToken(token);
  }

  /**
   * The one in the environment, or null; an empty value counts as none.
   *
   * @throws IllegalArgumentException if it cannot be a token
   */
  public static AdminToken given() {
    String value = System.getenv().getOrDefault(VARIABLE, "");
    return value.isEmpty() ? null : of(value);
  }

  /** Whether this header shows it; telling takes as long for a wrong one. */
  boolean isShownBy(String authorization) {
    return authorization != null && MessageDigest.isEqual(header, bytes(authorization));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return "(hidden)";
  }
}
