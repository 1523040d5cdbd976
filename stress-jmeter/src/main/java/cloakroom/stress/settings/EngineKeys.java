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
 * Folder with the key store for encrypted RMI between JMeter engines and controller; null without
 * encryption. JMeter runs in this folder, because it finds the key store by its file name alone.
 */
public record EngineKeys(Path folder) {
  static final EngineKeys NONE = new EngineKeys(null);
  private static final String STORE = "rmi_keystore.jks";
  // Arguments of keytool. File permissions protect the key: JMeter's default password is public.
  private static final String KEYTOOL =
      "-genkeypair -alias rmi -keyalg RSA -keysize 3072 -validity 3650 -dname CN=cloakroom-engines"
          + " -storepass changeit -keystore";

  /**
   * Returns the keys in the given folder; {@link #NONE} for "none". If {@code given} is null, uses
   * the default folder and creates missing keys.
   */
  public static EngineKeys of(String given) {
    if ("none".equals(given)) {
      return NONE;
    }
    String home = System.getProperty("user.home");
    Path folder = given == null ? Path.of(home, ".cloakroom", "engine-keys") : Path.of(given);
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

  /** Creates a key store that only its owner can read. Keeps an existing key store. */
  void make() {
    try {
      Files.createDirectories(folder);
      Path temporary = Files.createTempDirectory(folder, ".keys");
      Path created = temporary.resolve(STORE);
      try {
        List<String> command = new ArrayList<>(List.of(KEYTOOL.split(" ", -1)));
        command.add(0, Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.add(created.toString());
        ProcessBuilder builder = Variables.withoutSecrets(command).redirectErrorStream(true);
        CommandResult keytool = CommandResult.of(builder, "", Duration.ofMinutes(1));
        if (!Files.exists(created)) {
          throw new IOException(keytool.output());
        }
        if (!created.toFile().setReadable(false, false)
            || !created.toFile().setReadable(true, true)) {
          throw new IOException("its permissions cannot be set");
        }
        Files.move(created, file());
      } catch (FileAlreadyExistsException e) {
        Files.delete(created);
      } finally {
        Files.deleteIfExists(created);
        Files.delete(temporary);
      }
      System.err.printf(
          "created %s: copy it to the same path on every machine with an engine; it permits runs there%n",
          file());
    } catch (IOException e) {
      throw StressFailure.wrongUse("cannot create keys in " + folder + ": " + OneLine.why(e));
    }
  }

  /** Returns the JMeter option that disables encryption; empty if there are keys. */
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
