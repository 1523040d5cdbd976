package cloakroom.standin;

import java.security.GeneralSecurityException;
import java.util.List;
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
    String told =
        """
        VERSION_STRING=- Production,VERSION_SQL=24,XACTION_TRAITS=3,VERSION_NO=%s,VERSION_STATUS=0,\
        CAPABILITY_TABLE=,DBNAME=STANDIN,DB_ID=1,USER_ID=107,SESSION_ID=%s,SERIAL_NUM=%s,\
        INSTANCE_NO=1,INSTANCENAME=standin,SC_INSTANCE_NAME=standin,SC_SERVICE_NAME=%s,\
        SC_DBUNIQUE_NAME=standin,SC_SERVER_HOST=localhost,SVR_RESPONSE=%s,MAX_OPEN_CURSORS=300,\
        NLS_LXLAN=AMERICAN,NLS_LXCTERRITORY=AMERICA"""
            .formatted(RELEASE, session, 1000 + session, OracleStandIn.SERVICE, exchange.proof());
    List<String> pairs = List.of(told.split(",", -1));
    TtcWriter message = new TtcWriter().u8(PARAMETERS).number(pairs.size());
    for (String pair : pairs) {
      String[] parts = pair.split("=", 2);
      message.pair("AUTH_" + parts[0], parts[1], 0);
    }
    return message.bytes();
  }
}
