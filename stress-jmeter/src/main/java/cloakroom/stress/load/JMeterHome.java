package cloakroom.stress.load;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A JMeter home folder made from the class path.
 *
 * <p>JMeter reads its properties and the dashboard's templates as files under its home and nowhere
 * else. They come in the jar {@code ApacheJMeter_config}, below {@code bin}.
 */
final class JMeterHome {
  private static final String MARKER = "bin/unpacked";

  private JMeterHome() {}

  /**
   * Makes {@code home} complete; does nothing if it already is.
   *
   * @return {@code home}
   * @throws IOException if the folder cannot be written
   */
  static Path prepare(Path home) throws IOException {
    URL bin = JMeterHome.class.getResource("/bin/jmeter.properties");
    if (bin == null) {
      throw new IOException("the jar ApacheJMeter_config is not on the class path");
    }
    Path jar = jarOf(bin);
    Path marker = home.resolve(MARKER);
    String source = jar.getFileName().toString();
    if (!Files.exists(marker) || !Files.readString(marker).equals(source)) {
      unpack(jar, home);
      Files.writeString(marker, source);
    }
    return home;
  }

  private static Path jarOf(URL resource) throws IOException {
    try {
      JarURLConnection connection = (JarURLConnection) resource.openConnection();
      return Path.of(connection.getJarFileURL().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("cannot locate " + resource, e);
    }
  }

  private static void unpack(Path jar, Path home) throws IOException {
    // stock JMeter complains about each of the two if it is missing
    for (String folder : List.of("lib/ext", "lib/junit")) {
      Files.createDirectories(home.resolve(folder));
    }
    try (FileSystem files = FileSystems.newFileSystem(jar);
        Stream<Path> all = Files.walk(files.getPath("/bin"))) {
      for (Path from : (Iterable<Path>) all::iterator) {
        copy(from, home.resolve(from.toString().substring(1)));
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.isDirectory(from)) {
      Files.createDirectories(to);
    } else {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
