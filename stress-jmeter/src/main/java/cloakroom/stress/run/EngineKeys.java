package cloakroom.stress.run;

import cloakroom.contract.OneLine;
import cloakroom.stress.process.StressFailure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The key store with which JMeter's engines and their controller know each other. JMeter opens it
 * by a name that travels from one to the other, so that each works in a folder that has it.
 *
 * @param folder the folder; null where nothing is encrypted
 */
record EngineKeys(Path folder) {
  static final EngineKeys NONE = new EngineKeys(null);
  static final String STORE = "rmi_keystore.jks";
  private static final String PLAIN = "none";

  /** Both programs have the file alone in common; its password, JMeter's own, protects nothing. */
  private static final String KEYTOOL =
      "-genkeypair -alias rmi -keyalg RSA -keysize 3072 -validity 3650 -dname CN=cloakroom-engines"
          + (" -storepass changeit -keypass changeit -keystore " + STORE);

  /** The folder as given, or the user's own, with keys that are made if there are none. */
  static EngineKeys of(String given) {
    if (PLAIN.equals(given)) {
      return NONE;
    }
    Path home = Path.of(System.getProperty("user.home"), ".cloakroom", "engine-keys");
    EngineKeys keys =
        new EngineKeys((given == null ? home : Path.of(given)).toAbsolutePath().normalize());
    if (!Files.isReadable(keys.file())) {
      if (given != null) {
        throw StressFailure.wrongUse(
            "--engine-keys %s: must be a folder with %s, or none".formatted(given, STORE));
      }
      keys.make();
    }
    return keys;
  }

  Path file() {
    return folder.resolve(STORE);
  }

  private void make() {
    try {
      Files.createDirectories(folder.getParent());
      Path fresh = Files.createTempDirectory(folder.getParent(), "fresh"); // its owner's alone
      List<String> command =
          new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/keytool") + ""));
      command.addAll(List.of(KEYTOOL.split(" ", -1)));
      Process keytool =
          new ProcessBuilder(command)
              .directory(fresh.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!keytool.waitFor(1, TimeUnit.MINUTES) || keytool.exitValue() != 0) {
        throw new IOException("keytool failed");
      }
      File made = fresh.resolve(STORE).toFile();
      if (!made.setReadable(false, false) || !made.setReadable(true, true)) {
        throw new IOException("its permissions cannot be set");
      }
      if (Files.exists(folder)) {
        Files.move(made.toPath(), file(), StandardCopyOption.ATOMIC_MOVE);
        Files.delete(fresh);
      } else {
        Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
      }
      System.err.println(
          "made %s: copy it to the same place on every machine with an engine; whoever has it may"
                  .formatted(file())
              + " run plans there");
    } catch (IOException e) {
      throw StressFailure.wrongUse("cannot make keys in " + folder + ": " + OneLine.why(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StressFailure.wrongUse("cannot make keys in " + folder + ": interrupted");
    }
  }

  /** For JMeter, whose defaults are a file of that name and its password. */
  List<String> properties() {
    return folder == null ? List.of("-Jserver.rmi.ssl.disable=true") : List.of();
  }

  /** For the JVM of an engine or controller that others reach at this address. */
  static List<String> options(String address) {
    return List.of(
        "-Djava.rmi.server.hostname=" + address,
        "-Dsun.rmi.transport.connectionTimeout=15000",
        "-Dsun.rmi.transport.tcp.handshakeTimeout=10000",
        "-Dsun.rmi.transport.tcp.responseTimeout=30000");
  }
}
