package cloakroom.connection;

import java.util.Objects;

/** A password that never prints. */
public final class Password {
  private final String secret;

  private Password(String secret) {
    this.secret = secret;
  }

  public static Password of(String secret) {
    return new Password(Objects.requireNonNull(secret, "password"));
  }

  String reveal() {
    return secret;
  }

  @Override
  public String toString() {
    return "***";
  }
}
