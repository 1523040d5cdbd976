package cloakroom.standin;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a server keeps of a password since 12c, and the exchange in which both sides prove that they
 * know it: each sends a random key encrypted with the verifier, and what is made of both keys
 * encrypts the password. This side is not secret: its random numbers are zeros.
 */
final class Verifier {
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
          Arrays.copyOfRange(plain, BLOCK, Math.min(plain.length, BLOCK + wanted.length)), wanted);
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
