package cloakroom.platform;

import java.util.List;
import java.util.Map;

/** Environment variables, most of them with secrets, which every process of a run may find. */
public final class Variables {
  /** The variable that holds the database's password. */
  public static final String PASSWORD = "CLOAKROOM_DB_PASSWORD";

  /** The variable that holds the token of the admin port. */
  public static final String ADMIN_TOKEN = "CLOAKROOM_ADMIN_TOKEN";

  /** Whether an Oracle in a container is left to the next command. */
  public static final String ORACLE_REUSE = "CLOAKROOM_ORACLE_REUSE";

  private Variables() {}

  /** For a process that inherits the environment without the secrets, which few have to know. */
  public static ProcessBuilder withoutSecrets(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeAll(List.of(PASSWORD, ADMIN_TOKEN));
    return builder;
  }

  /** The token, if there is one, for a process that has to know it. */
  public static Map<String, String> adminToken() {
    String token = System.getenv(ADMIN_TOKEN);
    return token == null ? Map.of() : Map.of(ADMIN_TOKEN, token);
  }
}
