package cloakroom.stress.run;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.contract.KeyStoreFile;
import cloakroom.contract.OneLine;
import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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

  private static final String KEYTOOL =
      "-genkeypair -alias rmi -keyalg RSA -keysize 3072 -validity 3650 -dname CN=cloakroom-engines";

  /** JMeter's own default, which protects nothing: the file is all that programs have in common. */
  private static final String PASSWORD = "changeit";

  /** The folder as given, or the user's own, with keys that are made if there are none. */
  static EngineKeys of(String given) {
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

  private void make() {
    try {
      Files.createDirectories(folder);
      KeyStoreFile.make(file(), KEYTOOL, PASSWORD);
      System.err.println(
          "made %s: copy it to the same place on every machine with an engine; whoever has it may"
                  .formatted(file())
              + " run plans there");
    } catch (IOException e) {
      throw StressFailure.wrongUse("cannot make keys in " + folder + ": " + OneLine.why(e));
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
