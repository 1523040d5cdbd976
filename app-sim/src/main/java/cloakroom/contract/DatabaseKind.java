package cloakroom.contract;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The databases that Cloakroom speaks to, told apart by the JDBC URL. */
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

  /** The name for people: "PostgreSQL", "Oracle". */
  public String product() {
    return product;
  }

  /** What each of its JDBC URLs begins with. */
  public String urlPrefix() {
    return urlPrefix;
  }

  /** How its usual JDBC URL looks, for messages. */
  public String urlForm() {
    return urlPrefix + urlRest;
  }

  /** Whether the JDBC URL leads to a database of this kind. */
  public boolean isOf(String url) {
    return url.startsWith(urlPrefix);
  }

  /** The kind of database that the JDBC URL leads to, if it is one of these. */
  public static Optional<DatabaseKind> find(String url) {
    return Arrays.stream(values()).filter(kind -> kind.isOf(url)).findFirst();
  }

  /**
   * The kind of database that the JDBC URL leads to.
   *
   * @throws IllegalArgumentException naming the choices, and not the URL, which may hold a password
   */
  public static DatabaseKind of(String url) {
    return find(url)
        .orElseThrow(() -> new IllegalArgumentException("a JDBC URL starts with " + urlPrefixes()));
  }

  /** What JDBC URLs may begin with, for messages: "jdbc:postgresql: or jdbc:oracle:". */
  public static String urlPrefixes() {
    return Arrays.stream(values()).map(DatabaseKind::urlPrefix).collect(Collectors.joining(" or "));
  }

  /** How JDBC URLs look, for messages: each kind's {@link #urlForm}, with "or" between them. */
  public static String urlForms() {
    return Arrays.stream(values()).map(DatabaseKind::urlForm).collect(Collectors.joining(" or "));
  }
}
