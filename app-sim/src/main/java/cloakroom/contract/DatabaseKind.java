package cloakroom.contract;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Supported kind of database, which the JDBC URL shows. */
public enum DatabaseKind {
  POSTGRESQL("PostgreSQL", "jdbc:postgresql:", "//HOST:PORT/DATABASE"),
  ORACLE("Oracle", "jdbc:oracle:", "thin:@//HOST:PORT/SERVICE");

  private final String product;
  private final String urlPrefix;
  private final String urlRest;

  DatabaseKind(String product, String urlPrefix, String urlRest) {
    this.product = product;
    this.urlPrefix = urlPrefix;
    this.urlRest = urlRest;
  }

  public String product() {
    return product;
  }

  public String urlPrefix() {
    return urlPrefix;
  }

  /** Returns the usual form of its JDBC URL, for messages. */
  public String urlForm() {
    return urlPrefix + urlRest;
  }

  public boolean isOf(String url) {
    return url.startsWith(urlPrefix);
  }

  public static Optional<DatabaseKind> find(String url) {
    return Arrays.stream(values()).filter(kind -> kind.isOf(url)).findFirst();
  }

  /**
   * Returns the kind of database of a JDBC URL.
   *
   * @throws IllegalArgumentException without the URL, which may contain a password
   */
  public static DatabaseKind of(String url) {
    return find(url)
        .orElseThrow(() -> new IllegalArgumentException("a JDBC URL starts with " + urlPrefixes()));
  }

  /** Returns "jdbc:postgresql: or jdbc:oracle:", for messages. */
  public static String urlPrefixes() {
    return Arrays.stream(values()).map(DatabaseKind::urlPrefix).collect(Collectors.joining(" or "));
  }

  /** Returns every kind's {@link #urlForm} with "or" between them, for messages. */
  public static String urlForms() {
    return Arrays.stream(values()).map(DatabaseKind::urlForm).collect(Collectors.joining(" or "));
  }
}
