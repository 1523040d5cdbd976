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
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs, unpacked once from the archive on the class path.
 *
 * <p>The folder's name is the archive's checksum, so another version gets another folder. It
 * appears under that name only when it is complete, and a list of its files beside them shows at
 * each start whether something (a cleaner of temporary files, say) has taken some away.
 */
final class PostgresBinaries {
  private static final String LIST = "files.txt";

  private PostgresBinaries() {}

  /** The folder that holds {@code bin}, {@code lib} and {@code share}. */
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

  /** Exclusive, so what is unfinished at the beginning belongs to a process that has died. */
  private static Path unpack(URL archive, Path fresh, Path home) throws IOException {
    FileTree.delete(fresh);
    if (!isComplete(home)) {
      FileTree.delete(home);
      try {
        openDirectory(fresh);
        extract(archive, fresh);
        Files.write(fresh.resolve(LIST), list(fresh));
        Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        FileTree.delete(fresh);
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

  private static List<String> list(Path home) throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      return files.filter(Files::isRegularFile).map(file -> line(home, file)).toList();
    }
  }

  private static String line(Path home, Path file) {
    return file.toFile().length() + " " + home.relativize(file);
  }

  static void extract(URL archive, Path target) throws IOException {
    try (InputStream in = new BufferedInputStream(archive.openStream(), 1 << 16);
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(in))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        extract(entry, tar, target);
      }
    }
  }

  private static void extract(TarArchiveEntry entry, InputStream content, Path target)
      throws IOException {
    Path path = inside(target, entry.getName());
    openDirectory(entry.isDirectory() ? path : path.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
    } else if (entry.isLink()) {
      Files.createLink(path, inside(target, entry.getLinkName()));
    } else if (!entry.isDirectory()) {
      Files.copy(content, path);
      FileTree.permissions(path, (entry.getMode() & 0100) == 0 ? "rw-r--r--" : "rwxr-xr-x");
    }
  }

  /** Open to every user, whatever the umask. */
  private static void openDirectory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      openDirectory(directory.getParent());
      Files.createDirectory(directory);
      FileTree.permissions(directory, "rwxr-xr-x");
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

  /**
   * The archive for this machine, by the names that io.zonky.test.postgres gives to its archives.
   */
  static URL archive() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String system = os.startsWith("mac") ? "darwin" : os;
    String machine =
        switch (System.getProperty("os.arch")) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64" -> "arm_64";
          default -> System.getProperty("os.arch");
        };
    String libc = Files.exists(Path.of("/etc/alpine-release")) ? "-alpine_linux" : "";
    String name = "postgres-" + system + "-" + machine + libc + ".txz";
    URL archive = PostgresBinaries.class.getClassLoader().getResource(name);
    if (archive == null) {
      throw new EnvironmentException(
          ("no embedded PostgreSQL for this platform: %s is not on the class path; use a database of"
                  + " your own with --url")
              .formatted(name));
    }
    return archive;
  }
}
