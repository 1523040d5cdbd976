package cloakroom.database.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;

import cloakroom.database.EnvironmentException;
import cloakroom.database.Password;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The two passwords of an Oracle in a container: the application's, and that of SYS. */
final class OraclePasswords {
  /** Oracle before 23ai takes 30 bytes at most. */
  private static final int MOST_BYTES = 30;

  private static final String ALGORITHM = "HmacSHA256";

  private OraclePasswords() {}

  /**
   * Refuses what cannot be a password there, before minutes are spent on a start.
   *
   * @throws EnvironmentException naming the rule, not the password
   */
  static void requireUsable(Password application, OracleImage image) {
    if (application.reveal().contains("\"")) {
      throw new EnvironmentException(
          "CLOAKROOM_DB_PASSWORD holds a double quote, which no password of Oracle may: set another");
    }
    int bytes = application.reveal().getBytes(UTF_8).length;
    if (image.isExpress() && bytes > MOST_BYTES) {
      throw new EnvironmentException(
          "CLOAKROOM_DB_PASSWORD has "
              + bytes
              + " bytes, and Oracle XE takes "
              + MOST_BYTES
              + " at most: set a shorter one, or choose an image of Oracle Free with "
              + OracleSettings.everywhere(OracleSetting.IMAGE));
    }
  }

  /**
   * A password for SYS that is not the application's: random, except where a later command has to
   * find it again, which then knows the application's and nothing else.
   */
  static Password administrator(Password application, boolean reuse) {
    String key = reuse ? application.reveal() : Password.random().reveal();
    return Password.of(digest(key).substring(0, MOST_BYTES));
  }

  /** It cannot be turned back. */
  private static String digest(String key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key.getBytes(UTF_8), ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal("SYS of Cloakroom's container".getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
