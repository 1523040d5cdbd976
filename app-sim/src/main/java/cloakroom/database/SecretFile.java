package cloakroom.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** A new file that only its owner can read, from its first byte on. */
public final class SecretFile {
  private SecretFile() {}

  /** Writes the file, in place of one that is there. */
  public static Path write(Path file, String content) throws IOException {
    Files.deleteIfExists(file);
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?> owner =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    Files.createFile(file, posix ? new FileAttribute<?>[] {owner} : new FileAttribute<?>[0]);
    return Files.writeString(file, content, StandardOpenOption.WRITE);
  }
}
