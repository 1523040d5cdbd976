package cloakroom.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/** Password that {@code toString} does not return, so that logs do not contain it. */
public final class Password {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String secret;

  private Password(String secret) {
    this.secret = secret;
  }

  public static Password of(String secret) {
    return new Password(secret);
  }

  /** Returns a random password of 144 bits in URL-safe Base64. */
  public static Password random() {
    byte[] bytes = new byte[18];
    RANDOM.nextBytes(bytes);
    return new Password(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** Returns the password in plain text, which only JDBC drivers and password files need. */
  public String reveal() {
    return secret;
  }

  public String hiddenIn(String text) {
    return secret.isEmpty() ? text : text.replace(secret, toString());
  }

  /** Replaces a file by a new one that no other user can read, not even during the write. */
  public static Path writeFile(Path file, String content) throws IOException {
    Files.deleteIfExists(file);
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?> owner =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    Files.createFile(file, posix ? new FileAttribute<?>[] {owner} : new FileAttribute<?>[0]);
    return Files.writeString(file, content, StandardOpenOption.WRITE);
  }

  @Override
  public String toString() {
    return "(hidden)";
  }
}
