package cloakroom.contract;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Supported database product, identified by the prefix of the JDBC URL. */
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

  public String urlForm() {
    return urlPrefix + urlRest;
  }

  public boolean isOf(String url) {
    return url.startsWith(urlPrefix);
  }

  public static Optional<DatabaseKind> find(String url) {
    return Arrays.stream(values()).filter(kind -> kind.isOf(url)).findFirst();
  }

  /** Returns the kind of database. Error messages omit the URL, which may contain a password. */
  public static DatabaseKind of(String url) {
    return find(url)
        .orElseThrow(() -> new IllegalArgumentException("a JDBC URL starts with " + urlPrefixes()));
  }

  public static String urlPrefixes() {
    return Arrays.stream(values()).map(DatabaseKind::urlPrefix).collect(Collectors.joining(" or "));
  }

  public static String urlForms() {
    return Arrays.stream(values()).map(DatabaseKind::urlForm).collect(Collectors.joining(" or "));
  }
}
