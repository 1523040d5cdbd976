package cloakroom.http;

import cloakroom.contract.KeyStoreFile;
import cloakroom.contract.OneLine;
import cloakroom.contract.Variables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.util.Collections;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** The key with which a node serves HTTPS: from a key store, which is made if it is not there. */
public final class TlsKey {
  private static final int LEAST_PASSWORD = 6;
  private static final String KEYTOOL =
      "-genkeypair -keyalg EC -groupname secp256r1 -alias node -dname CN=Cloakroom -validity 825"
          + " -ext san=dns:localhost,ip:127.0.0.1,ip:0:0:0:0:0:0:0:1 -storetype PKCS12";

  private final KeyStore store;
  private final String password;

  private TlsKey(KeyStore store, String password) {
    this.store = store;
    this.password = password;
  }

  /**
   * The key in a file. One that is made is for loopback, signed by itself.
   *
   * @param password of the file and of the key in it
   * @throws IllegalArgumentException in one line that names the file, if there is no such key
   */
  public static TlsKey of(Path file, String password) {
    String option = "--tls " + file + ": ";
    if (password.length() < LEAST_PASSWORD) {
      throw new IllegalArgumentException(
          "%sset the environment variable %s to its password, of at least %d characters"
              .formatted(option, Variables.TLS_PASSWORD, LEAST_PASSWORD));
    }
    try {
      if (!Files.exists(file)) {
        KeyStoreFile.make(file.toAbsolutePath(), KEYTOOL, password);
      }
      KeyStore store = KeyStore.getInstance(file.toFile(), password.toCharArray());
      for (String alias : Collections.list(store.aliases())) {
        if (store.isKeyEntry(alias)) {
          return new TlsKey(store, password);
        }
      }
      throw new KeyStoreException("there is no private key in it");
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      String why = OneLine.of(String.valueOf(e.getMessage()));
      throw new IllegalArgumentException(
          ("%sno key store that the password in %s opens (%s); name a PKCS #12 or JKS file, or one"
                  + " that is not there, to have it made")
              .formatted(option, Variables.TLS_PASSWORD, why),
          e);
    }
  }

  SslContextFactory.Server context() {
    SslContextFactory.Server context = new SslContextFactory.Server();
    context.setKeyStore(store);
    context.setKeyStorePassword(password);
    return context;
  }
}
