package cloakroom.database.postgres;

import cloakroom.database.EnvironmentException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs, unpacked once into a folder named after the archive's checksum. Each start
 * checks that all files exist, because the system may delete old files in temporary folders.
 */
final class PostgresBinaries {
  private static final String LIST = "files.txt";

  private PostgresBinaries() {}

  static Path unpacked(WorkDirectory work, URL archive) {
    try {
      Path home = work.root().resolve("postgresql-" + checksum(archive));
      Path fresh = work.root().resolve("unpacking");
      return isComplete(home) && !Files.exists(fresh)
          ? home
          : work.exclusively(() -> unpack(archive, fresh, home));
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot unpack PostgreSQL into " + work.root() + " (" + e + ")", e);
    }
  }

  /**
   * Unpacks the archive into {@code fresh}. Deletes existing files there: the caller has exclusive
   * access, so they are from a process that died.
   */
  private static Path unpack(URL archive, Path fresh, Path home) throws IOException {
    WorkDirectory.delete(fresh);
    if (!isComplete(home)) {
      WorkDirectory.delete(home);
      try {
        openDirectory(fresh);
        extract(archive, fresh);
        try (Stream<Path> files = Files.walk(fresh)) {
          Stream<Path> regular = files.filter(Files::isRegularFile);
          Files.write(fresh.resolve(LIST), regular.map(file -> line(fresh, file)).toList());
        }
        Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        WorkDirectory.delete(fresh);
      }
    }
    return home;
  }

  static boolean isComplete(Path home) throws IOException {
    Path list = home.resolve(LIST);
    return Files.exists(list)
        && Files.readAllLines(list).stream()
            .allMatch(
                line -> line.equals(line(home, home.resolve(line.replaceFirst("\\d+ ", "")))));
  }

  private static String line(Path home, Path file) {
    return file.toFile().length() + " " + home.relativize(file);
  }

  static void extract(URL archive, Path target) throws IOException {
    try (InputStream in = new BufferedInputStream(archive.openStream(), 1 << 16);
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(in))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path path = inside(target, entry.getName());
        openDirectory(entry.isDirectory() ? path : path.getParent());
        if (entry.isSymbolicLink()) {
          Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (entry.isLink()) {
          Files.createLink(path, inside(target, entry.getLinkName()));
        } else if (!entry.isDirectory()) {
          Files.copy(tar, path);
          boolean program = (entry.getMode() & 0100) != 0;
          WorkDirectory.setPermissions(path, program ? "rwxr-xr-x" : "rw-r--r--");
        }
      }
    }
  }

  /** Creates a folder that every user can read, whatever the umask. */
  private static void openDirectory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      openDirectory(directory.getParent());
      Files.createDirectory(directory);
      WorkDirectory.setPermissions(directory, "rwxr-xr-x");
    }
  }

  private static Path inside(Path target, String name) throws IOException {
    Path path = target.resolve(name).normalize();
    if (!path.startsWith(target)) {
      throw new IOException("archive entry " + name + " points outside");
    }
    return path;
  }

  private static String checksum(URL archive) throws IOException {
    try (DigestInputStream in =
        new DigestInputStream(archive.openStream(), MessageDigest.getInstance("SHA-256"))) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest(), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static URL archive() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String system = os.startsWith("mac") ? "darwin" : os;
    String machine =
        System.getProperty("os.arch").replace("amd64", "x86_64").replace("aarch64", "arm_64");
    String libc = Files.exists(Path.of("/etc/alpine-release")) ? "-alpine_linux" : "";
    String name = "postgres-" + system + "-" + machine + libc + ".txz";
    URL archive = PostgresBinaries.class.getClassLoader().getResource(name);
    if (archive == null) {
      String form =
          "no embedded PostgreSQL for this platform: %s is not on the class path; use --url";
      throw new EnvironmentException(form.formatted(name));
    }
    return archive;
  }
}
