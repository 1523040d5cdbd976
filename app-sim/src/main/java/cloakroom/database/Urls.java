package cloakroom.database;

import java.util.regex.Pattern;

public final class Urls {
  // Credentials in a URL before @, as in scott/tiger@ (Oracle) or user:password@.
  private static final Pattern BEFORE_AT = Pattern.compile("(:thin:|:oci:|//)[^@]*[/:][^@]*@");
  private static final Pattern PARAMETER = Pattern.compile("(?i)[?&;](user|password)=[^&;]*");

  private Urls() {}

  public static boolean hasCredentials(String url) {
    return BEFORE_AT.matcher(url).find() || PARAMETER.matcher(url).find();
  }

  public static String withoutCredentials(String url) {
    return url.replaceFirst("[?;].*$", "")
        .replaceFirst("^(jdbc:oracle:\\w+:)[^@]*@", "$1@")
        .replaceFirst("^(jdbc:\\w+://)[^@]*@", "$1");
  }
}
