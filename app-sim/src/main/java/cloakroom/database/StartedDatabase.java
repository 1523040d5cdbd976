package cloakroom.database;

import cloakroom.contract.DatabaseKind;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Database that this process started and that ends with this process. */
public interface StartedDatabase extends Database {
  default String product() {
    return DatabaseKind.of(url()).product();
  }

  /**
   * Returns facts that a client needs in addition to URL and user, such as the path of a password
   * file. Contains no password.
   */
  Map<String, Object> facts();

  /** Returns name and command line of an interactive client such as psql, without password. */
  Map.Entry<String, String> client();

  /**
   * Returns a future that completes with the reason if the database ends without {@link #close}.
   */
  CompletableFuture<String> onUnexpectedEnd();
}
