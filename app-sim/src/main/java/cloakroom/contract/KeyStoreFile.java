package cloakroom.contract;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file with a key that the JDK's keytool makes, readable by its owner alone. */
public final class KeyStoreFile {
  private KeyStoreFile() {}

  /**
   * Makes the file in a folder that is there, whole or not at all; one that another process has
   * made meanwhile stays.
   *
   * @param how keytool's options, but for file and password
   * @param password of the file and of the key in it, which stands on no command line
   * @throws IOException with what keytool said
   */
  public static void make(Path file, String how, String password) throws IOException {
    Path folder = Files.createTempDirectory(file.getParent(), ".keys"); // its owner's alone
    Path made = folder.resolve(file.getFileName());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(how.split(" ", -1)));
    command.addAll(List.of("-storepass:env", Variables.TLS_PASSWORD, "-keystore", made.toString()));
    try {
      ProcessBuilder keytool = Variables.withoutSecrets(command).redirectErrorStream(true);
      keytool.environment().put(Variables.TLS_PASSWORD, password);
      Process process = keytool.start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!Files.exists(made)) {
        throw new IOException(said);
      }
      if (!made.toFile().setReadable(false, false) || !made.toFile().setReadable(true, true)) {
        throw new IOException("its permissions cannot be set");
      }
      Files.move(made, file);
    } catch (FileAlreadyExistsException e) {
      Files.delete(made);
    } finally {
      Files.deleteIfExists(made);
      Files.delete(folder);
    }
  }
}
