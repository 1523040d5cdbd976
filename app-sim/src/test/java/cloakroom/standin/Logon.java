package cloakroom.standin;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

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

  /** AL32UTF8, by its number. */
  static final int CHARSET = 873;

  private static final HexFormat BYTES = HexFormat.ofDelimiter(" ");

  /** Twenty bytes of formats; the national character set is AL16UTF16, number 2000. */
  private static final String FORMATS = "00 00 00 00 00 00 00 00 00 07 d0" + " 00".repeat(9);

  /** By position, as the protocol numbers them; what is 0 the stand-in cannot. */
  private static final String COMPILE_TIME =
      "06 00 00 00 ea 01 00 08 00 00 00 00 00 00 00 29 90 03 07 03 00 01 00 4f 00 00 00 01"
          + " 00".repeat(14);

  private static final String RUN_TIME = "02 01 00 00 00 00 04 00 00 00 00";

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
   * What the stand-in says of itself before: an old server of the 12.2 level, whose protocol is the
   * plainest that today's drivers speak.
   */
  static byte[] protocol() {
    TtcWriter out =
        new TtcWriter().u8(1).u8(6).u8(0).raw("standin\0".getBytes(StandardCharsets.US_ASCII));
    out.u8(CHARSET).u8(CHARSET >> 8).u8(1).raw(new byte[3]);
    for (String part : new String[] {FORMATS, COMPILE_TIME, RUN_TIME}) {
      byte[] bytes = BYTES.parseHex(part);
      out.u8(bytes.length).raw(bytes);
    }
    return out.bytes();
  }

  static byte[] dataTypes() {
    return new byte[] {2, 0, 0};
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

  /**
   * What a server keeps of a password since 12c, and the exchange in which both sides prove that
   * they know it: each sends a random key encrypted with the verifier, and what is made of both
   * keys encrypts the password. This side is not secret: its random numbers are zeros.
   */
  static final class Verifier {
    /** The driver insists on it, however few are asked for. */
    static final int ROUNDS = 4096;

    /** Rounds for what is made of both keys. */
    static final int SESSION_ROUNDS = 3;

    /** The flags by which the driver knows this kind of verifier. */
    static final int KIND = 18453;

    private static final int BLOCK = 16;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final String password;
    private final byte[] salt = new byte[BLOCK];
    private final byte[] key;

    Verifier(String password) throws GeneralSecurityException {
      this.password = password;
      byte[] slow =
          pbkdf2(
              password,
              concatenated(salt, "AUTH_PBKDF2_SPEEDY_KEY".getBytes(StandardCharsets.US_ASCII)),
              ROUNDS,
              64);
      this.key =
          Arrays.copyOf(MessageDigest.getInstance("SHA-512").digest(concatenated(slow, salt)), 32);
    }

    String salt() {
      return HEX.formatHex(salt);
    }

    Exchange begin() {
      return new Exchange();
    }

    /** One log-on. */
    final class Exchange {
      private final byte[] ours = new byte[32];
      private final byte[] sessionSalt = new byte[BLOCK];
      private byte[] combined;

      /** Our key, for the client. */
      String sessionKey() throws GeneralSecurityException {
        return HEX.formatHex(aes(Cipher.ENCRYPT_MODE, key, ours));
      }

      String sessionSalt() {
        return HEX.formatHex(sessionSalt);
      }

      /** Whether the client knows the password. */
      boolean proves(String clientKey, String encryptedPassword) throws GeneralSecurityException {
        byte[] theirs = aes(Cipher.DECRYPT_MODE, key, HEX.parseHex(clientKey));
        String both = HEX.formatHex(concatenated(Arrays.copyOf(theirs, 32), ours));
        combined = pbkdf2(both, sessionSalt, SESSION_ROUNDS, 32);
        byte[] plain = aes(Cipher.DECRYPT_MODE, combined, HEX.parseHex(encryptedPassword));
        byte[] wanted = password.getBytes(StandardCharsets.UTF_8);
        return Arrays.equals(
            Arrays.copyOfRange(plain, BLOCK, Math.min(plain.length, BLOCK + wanted.length)),
            wanted);
      }

      /** That we know it too. */
      String proof() throws GeneralSecurityException {
        String words = "SERVER_TO_CLIENT" + String.valueOf((char) BLOCK).repeat(BLOCK);
        return HEX.formatHex(
            aes(
                Cipher.ENCRYPT_MODE,
                combined,
                concatenated(new byte[BLOCK], words.getBytes(StandardCharsets.US_ASCII))));
      }
    }

    private static byte[] concatenated(byte[]... parts) {
      TtcWriter all = new TtcWriter();
      for (byte[] part : parts) {
        all.raw(part);
      }
      return all.bytes();
    }

    private static byte[] aes(int mode, byte[] key, byte[] text) throws GeneralSecurityException {
      Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
      cipher.init(mode, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[BLOCK]));
      return cipher.doFinal(text);
    }

    private static byte[] pbkdf2(String secret, byte[] salt, int rounds, int length)
        throws GeneralSecurityException {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
          .generateSecret(new PBEKeySpec(secret.toCharArray(), salt, rounds, length * Byte.SIZE))
          .getEncoded();
    }
  }
}
