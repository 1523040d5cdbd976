package cloakroom.database;

import cloakroom.contract.DatabaseKind;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Database that this process started and that ends with it. */
public interface StartedDatabase extends Database {
  /** Returns the product's name for messages: "PostgreSQL" or "Oracle". */
  default String product() {
    return DatabaseKind.of(url()).product();
  }

  /** Returns what programs need in addition to URL and user; never a password. */
  Map<String, Object> facts();

  /** Returns the name of an interactive client and its command line, without the password. */
  Map.Entry<String, String> client();

  /** Completes with the reason when the database ends without {@link #close}. */
  CompletableFuture<String> onUnexpectedEnd();
}
