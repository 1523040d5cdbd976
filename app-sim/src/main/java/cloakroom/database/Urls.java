package cloakroom.database;

import java.util.regex.Pattern;

/** JDBC URLs as they may be shown. */
final class Urls {
  /** {@code scott/tiger@} of Oracle's driver and {@code user:password@} of others. */
  private static final Pattern BEFORE_AT = Pattern.compile("(:thin:|:oci:|//)[^@]*[/:][^@]*@");

  private static final Pattern PARAMETER = Pattern.compile("(?i)[?&;](user|password)=[^&;]*");

  private Urls() {}

  static boolean hasCredentials(String url) {
    return BEFORE_AT.matcher(url).find() || PARAMETER.matcher(url).find();
  }

  /** Without user, password and parameters. */
  static String withoutCredentials(String url) {
    String bare = url.replaceFirst("[?;].*$", "");
    return BEFORE_AT.matcher(bare).replaceFirst("$1");
  }
}
