package cloakroom.stress.settings;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.platform.CommandResult;
import cloakroom.platform.OneLine;
import cloakroom.platform.Variables;
import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The key store with which JMeter's engines and their controller know each other. JMeter opens it
 * by a name that travels from one to the other, so that each works in a folder that has it.
 *
 * @param folder the folder; null where nothing is encrypted
 */
public record EngineKeys(Path folder) {
  static final EngineKeys NONE = new EngineKeys(null);
  static final String STORE = "rmi_keystore.jks";
  private static final String PLAIN = "none";

  /** Arguments of the JDK's keytool. The password is JMeter's default, which protects nothing. */
  private static final String KEYTOOL =
      "-genkeypair -alias rmi -keyalg RSA -keysize 3072 -validity 3650 -dname CN=cloakroom-engines"
          + " -storepass changeit -keystore";

  /** The folder as given, or the user's own, with keys that are made if there are none. */
  public static EngineKeys of(String given) {
    if (PLAIN.equals(given)) {
      return NONE;
    }
    Path home = Path.of(System.getProperty("user.home"), ".cloakroom", "engine-keys");
    EngineKeys keys =
        new EngineKeys((given == null ? home : Path.of(given)).toAbsolutePath().normalize());
    if (!Files.isReadable(keys.file())) {
      refuseIf(given != null, "--engine-keys %s: must be a folder with %s, or none", given, STORE);
      keys.make();
    }
    return keys;
  }

  Path file() {
    return folder.resolve(STORE);
  }

  /** Creates the key store, readable by its owner only. Keeps one that another process created. */
  void make() {
    try {
      Files.createDirectories(folder);
      Path temporary = Files.createTempDirectory(folder, ".keys");
      Path created = temporary.resolve(STORE);
      try {
        createWithKeytool(created);
        Files.move(created, file());
      } catch (FileAlreadyExistsException e) {
        Files.delete(created);
      } finally {
        Files.deleteIfExists(created);
        Files.delete(temporary);
      }
      System.err.println(
          "made %s: copy it to the same place on every machine with an engine; whoever has it may"
                  .formatted(file())
              + " run plans there");
    } catch (IOException e) {
      throw StressFailure.wrongUse("cannot make keys in " + folder + ": " + OneLine.why(e));
    }
  }

  private static void createWithKeytool(Path file) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(KEYTOOL.split(" ", -1)));
    command.add(file.toString());
    CommandResult keytool =
        CommandResult.of(
            Variables.withoutSecrets(command).redirectErrorStream(true), "", Duration.ofMinutes(1));
    if (!Files.exists(file)) {
      throw new IOException(keytool.output());
    }
    if (!file.toFile().setReadable(false, false) || !file.toFile().setReadable(true, true)) {
      throw new IOException("its permissions cannot be set");
    }
  }

  /** For JMeter, whose defaults are a file of that name and its password. */
  public List<String> properties() {
    return folder == null ? List.of("-Jserver.rmi.ssl.disable=true") : List.of();
  }

  /** For the JVM of an engine or controller that others reach at this address. */
  public static List<String> options(String address) {
    return List.of(
        "-Djava.rmi.server.hostname=" + address,
        "-Dsun.rmi.transport.connectionTimeout=15000",
        "-Dsun.rmi.transport.tcp.handshakeTimeout=10000",
        "-Dsun.rmi.transport.tcp.responseTimeout=30000");
  }
}
