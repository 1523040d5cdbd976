package cloakroom.database;

import cloakroom.contract.DatabaseKind;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A database that this process started and that ends with it. */
public interface StartedDatabase extends Database {
  /** What it is, for people: "PostgreSQL", "Oracle". */
  default String product() {
    return DatabaseKind.of(url()).product();
  }

  /** What a program may want to know besides URL and user; never a password. */
  Map<String, Object> facts();

  /** How a person reaches it: the client's name and its command line, which holds no password. */
  Map.Entry<String, String> client();

  /** Completes, with a line that says why, when it ends without having been asked to. */
  CompletableFuture<String> onUnexpectedEnd();
}
