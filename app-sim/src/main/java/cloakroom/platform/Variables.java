package cloakroom.platform;

import java.util.List;
import java.util.Map;

public final class Variables {
  public static final String PASSWORD = "CLOAKROOM_DB_PASSWORD";
  public static final String ADMIN_TOKEN = "CLOAKROOM_ADMIN_TOKEN";

  /** Environment variable that keeps the Oracle container running for the next command. */
  public static final String ORACLE_REUSE = "CLOAKROOM_ORACLE_REUSE";

  private Variables() {}

  public static ProcessBuilder withoutSecrets(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeAll(List.of(PASSWORD, ADMIN_TOKEN));
    return builder;
  }

  public static Map<String, String> adminToken() {
    String token = System.getenv(ADMIN_TOKEN);
    return token == null ? Map.of() : Map.of(ADMIN_TOKEN, token);
  }
}
