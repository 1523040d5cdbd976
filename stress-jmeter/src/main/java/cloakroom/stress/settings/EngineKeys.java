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
 * Folder with the key store of JMeter's engines and their controller; null without encryption.
 * JMeter sends the file name to the other side, so each works in a folder that contains it.
 */
public record EngineKeys(Path folder) {
  static final EngineKeys NONE = new EngineKeys(null);
  private static final String STORE = "rmi_keystore.jks";

  /** Arguments of the JDK's keytool. The password is JMeter's default, which protects nothing. */
  private static final String KEYTOOL =
      "-genkeypair -alias rmi -keyalg RSA -keysize 3072 -validity 3650 -dname CN=cloakroom-engines"
          + " -storepass changeit -keystore";

  /** Returns the given keys; without a folder those of the user, which are created if missing. */
  public static EngineKeys of(String given) {
    if ("none".equals(given)) {
      return NONE;
    }
    Path home = Path.of(System.getProperty("user.home"), ".cloakroom", "engine-keys");
    Path folder = given == null ? home : Path.of(given);
    EngineKeys keys = new EngineKeys(folder.toAbsolutePath().normalize());
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
      String use =
          ": copy it to the same path on every machine with an engine; it permits runs there";
      System.err.println("created " + file() + use);
    } catch (IOException e) {
      throw StressFailure.wrongUse("cannot create keys in " + folder + ": " + OneLine.why(e));
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

  /** Returns JMeter's properties, whose defaults are this file name and password. */
  public List<String> properties() {
    return folder == null ? List.of("-Jserver.rmi.ssl.disable=true") : List.of();
  }

  public static List<String> options(String address) {
    return List.of(
        "-Djava.rmi.server.hostname=" + address,
        "-Dsun.rmi.transport.connectionTimeout=15000",
        "-Dsun.rmi.transport.tcp.handshakeTimeout=10000",
        "-Dsun.rmi.transport.tcp.responseTimeout=30000");
  }
}
