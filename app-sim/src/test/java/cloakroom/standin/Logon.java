package cloakroom.standin;

import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The two steps of a log-on: challenge, and welcome or refusal. */
final class Logon {
  /** Attributes that the journal must not keep. */
  static final Set<String> SECRETS = Set.of("AUTH_PASSWORD", "AUTH_SESSKEY");

  private static final Pattern NAME = Pattern.compile("(?:AUTH|SESSION)_[A-Z0-9_]+");

  /** A longer value comes in chunks, and none of these is of interest. */
  private static final int CHUNKS = 0xFE;

  private static final int PARAMETERS = 8;

  /** Release 12.2.0.1, in the driver's arithmetic. */
  private static final int RELEASE = 0x0C200100;

  private final int session;
  private final Verifier verifier;
  private final Verifier.Exchange exchange;
  private final Map<String, String> attributes = new TreeMap<>();

  Logon(int session, Verifier verifier) {
    this.session = session;
    this.verifier = verifier;
    this.exchange = verifier.begin();
  }

  /**
   * Notes the attributes of a message. They are looked for by name: what stands before the first
   * differs between drivers.
   */
  void read(String message) {
    Matcher name = NAME.matcher(message);
    while (name.find()) {
      int lengthBytes = message.charAt(name.end());
      int length = lengthBytes == 0 ? 0 : message.charAt(name.end() + 1 + lengthBytes);
      int value = name.end() + 2 + lengthBytes;
      if (length == 0) {
        attributes.put(name.group(), "");
      } else if (length != CHUNKS && value + length <= message.length()) {
        attributes.put(name.group(), message.substring(value, value + length));
      }
    }
  }

  Map<String, String> attributes() {
    return attributes;
  }

  /** What the client needs to prove that it knows the password. */
  byte[] challenge() throws GeneralSecurityException {
    return new TtcWriter()
        .u8(PARAMETERS)
        .number(6)
        .pair("AUTH_SESSKEY", exchange.sessionKey(), 1)
        .pair("AUTH_VFR_DATA", verifier.salt(), Verifier.KIND)
        .pair("AUTH_PBKDF2_CSK_SALT", exchange.sessionSalt(), 0)
        .pair("AUTH_PBKDF2_VGEN_COUNT", "" + Verifier.ROUNDS, 0)
        .pair("AUTH_PBKDF2_SDER_COUNT", "" + Verifier.SESSION_ROUNDS, 0)
        .pair("AUTH_GLOBALLY_UNIQUE_DBID\0", "0".repeat(32), 0)
        .bytes();
  }

  boolean isProved() throws GeneralSecurityException {
    return exchange.proves(attributes.get("AUTH_SESSKEY"), attributes.get("AUTH_PASSWORD"));
  }

  /** What a server says of itself and of the new session. */
  byte[] welcome() throws GeneralSecurityException {
    Map<String, String> told = new LinkedHashMap<>();
    told.put("AUTH_VERSION_STRING", "- Production");
    told.put("AUTH_VERSION_SQL", "24");
    told.put("AUTH_XACTION_TRAITS", "3");
    told.put("AUTH_VERSION_NO", "" + RELEASE);
    told.put("AUTH_VERSION_STATUS", "0");
    told.put("AUTH_CAPABILITY_TABLE", "");
    told.put("AUTH_DBNAME", "STANDIN");
    told.put("AUTH_DB_ID", "1");
    told.put("AUTH_USER_ID", "107");
    told.put("AUTH_SESSION_ID", "" + session);
    told.put("AUTH_SERIAL_NUM", "" + (1000 + session));
    told.put("AUTH_INSTANCE_NO", "1");
    told.put("AUTH_INSTANCENAME", "standin");
    told.put("AUTH_SC_INSTANCE_NAME", "standin");
    told.put("AUTH_SC_SERVICE_NAME", OracleStandIn.SERVICE);
    told.put("AUTH_SC_DBUNIQUE_NAME", "standin");
    told.put("AUTH_SC_SERVER_HOST", "localhost");
    told.put("AUTH_SVR_RESPONSE", exchange.proof());
    told.put("AUTH_MAX_OPEN_CURSORS", "300");
    told.put("AUTH_NLS_LXLAN", "AMERICAN");
    told.put("AUTH_NLS_LXCTERRITORY", "AMERICA");
    TtcWriter message = new TtcWriter().u8(PARAMETERS).number(told.size());
    told.forEach((name, value) -> message.pair(name, value, 0));
    return message.bytes();
  }
}
