package cloakroom.database.url;

import cloakroom.contract.DatabaseKind;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parts of an Oracle JDBC URL: the service name or SID, and the server type. The type is dedicated,
 * shared or pooled; if it is empty, the listener chooses the type.
 */
public record OracleAddress(String url, String service, Optional<String> serverType) {
  private static final String HEAD = "(?<head>" + DatabaseKind.ORACLE.urlPrefix() + "\\w+:@";
  private static final String SERVICE = "(?<service>[^:/?()]+)(?::(?<type>\\w+))?";
  private static final Pattern EASY =
      Pattern.compile(
          HEAD + "(?:\\w*://|//)?[^/?()]+/)" + SERVICE + "(?<tail>(?:/[^?]*)?(?:\\?.*)?)");
  private static final Pattern SID =
      Pattern.compile(HEAD + "[^/:?()]+:\\d+:)" + SERVICE + "(?<tail>(?:\\?.*)?)");
  private static final Pattern DESCRIPTOR_SERVICE =
      Pattern.compile("(?i)\\(\\s*(?:SERVICE_NAME|SID)\\s*=\\s*([^)\\s]+)\\s*\\)");
  private static final Pattern DESCRIPTOR_TYPE =
      Pattern.compile("(?i)\\(\\s*SERVER\\s*=\\s*(\\w+)\\s*\\)");
  private static final Pattern DATA = Pattern.compile("(?i)\\(\\s*CONNECT_DATA\\s*=\\s*(?=\\()");

  /** Parses a JDBC URL. Returns empty if the URL is not Oracle's or contains no service name. */
  public static Optional<OracleAddress> of(String url) {
    if (!DatabaseKind.ORACLE.isOf(url)) {
      return Optional.empty();
    }
    Matcher service = DESCRIPTOR_SERVICE.matcher(url);
    if (service.find()) {
      Matcher type = DESCRIPTOR_TYPE.matcher(url);
      return Optional.of(address(url, service.group(1), type.find() ? type.group(1) : null));
    }
    return easy(url).map(parts -> address(url, parts.group("service"), parts.group("type")));
  }

  private static OracleAddress address(String url, String service, String type) {
    String lower = type == null ? null : type.toLowerCase(Locale.ROOT);
    return new OracleAddress(url, service, Optional.ofNullable(lower));
  }

  private static Optional<Matcher> easy(String url) {
    return Stream.of(EASY, SID).map(form -> form.matcher(url)).filter(Matcher::matches).findFirst();
  }

  public String withServerType(String wanted) {
    Optional<Matcher> parts = easy(url);
    if (parts.isPresent()) {
      Matcher found = parts.get();
      return found.group("head") + service + ":" + wanted + found.group("tail");
    }
    String replacement = "(SERVER=" + wanted + ")";
    return serverType.isEmpty()
        ? DATA.matcher(url).replaceAll(found -> found.group() + replacement)
        : DESCRIPTOR_TYPE.matcher(url).replaceAll(replacement);
  }
}
