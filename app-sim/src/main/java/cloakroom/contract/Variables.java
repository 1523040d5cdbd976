package cloakroom.contract;

import java.util.List;

/** Environment variables with secrets, which every process of a run may find. */
public final class Variables {
  /** The variable that holds the database's password. */
  public static final String PASSWORD = "CLOAKROOM_DB_PASSWORD";

  /** The variable that holds the token of the admin port. */
  public static final String ADMIN_TOKEN = "CLOAKROOM_ADMIN_TOKEN";

  /** The variable that holds the password of the key store for TLS. */
  public static final String TLS_PASSWORD = "CLOAKROOM_TLS_PASSWORD";

  private Variables() {}

  /** For a process that inherits the environment without the password, which few have to know. */
  public static ProcessBuilder withoutPassword(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().remove(PASSWORD);
    return builder;
  }
}
