package cloakroom.database;

import java.util.regex.Pattern;

/** Detects and removes credentials in JDBC URLs. */
public final class Urls {
  /** {@code scott/tiger@} of Oracle's driver and {@code user:password@} of others. */
  private static final Pattern BEFORE_AT = Pattern.compile("(:thin:|:oci:|//)[^@]*[/:][^@]*@");

  private static final Pattern PARAMETER = Pattern.compile("(?i)[?&;](user|password)=[^&;]*");

  private Urls() {}

  public static boolean hasCredentials(String url) {
    return BEFORE_AT.matcher(url).find() || PARAMETER.matcher(url).find();
  }

  /** Returns the URL without user, password and parameters. */
  public static String withoutCredentials(String url) {
    return url.replaceFirst("[?;].*$", "")
        .replaceFirst("^(jdbc:oracle:\\w+:)[^@]*@", "$1@")
        .replaceFirst("^(jdbc:\\w+://)[^@]*@", "$1");
  }
}
