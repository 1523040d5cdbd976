package cloakroom.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** A new file that only its owner can read, from its first byte on. */
final class SecretFile {
  private SecretFile() {}

  static Path write(Path file, String content) throws IOException {
    Files.deleteIfExists(file);
    FileAttribute<?>[] owner =
        Processes.WINDOWS
            ? new FileAttribute<?>[0]
            : new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            };
    Files.createFile(file, owner);
    return Files.writeString(file, content, StandardOpenOption.WRITE);
  }
}
