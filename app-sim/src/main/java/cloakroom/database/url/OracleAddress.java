package cloakroom.database.url;

import cloakroom.contract.DatabaseKind;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an Oracle URL says of the service and of the server type (dedicated, shared, pooled) that it
 * asks for: as a descriptor, as HOST:PORT/SERVICE, or as HOST:PORT:SID.
 */
public final class OracleAddress {
  private static final Pattern EASY =
      Pattern.compile(
          "(?<head>"
              + DatabaseKind.ORACLE.urlPrefix()
              + "\\w+:@(?:\\w*://|//)?[^/?()]+/)(?<service>[^:/?()]+)"
              + "(?::(?<type>\\w+))?(?<tail>(?:/[^?]*)?(?:\\?.*)?)");
  private static final Pattern SID =
      Pattern.compile(
          "(?<head>"
              + DatabaseKind.ORACLE.urlPrefix()
              + "\\w+:@[^/:?()]+:\\d+:)(?<service>[^:/?()]+)"
              + "(?::(?<type>\\w+))?(?<tail>(?:\\?.*)?)");
  private static final Pattern DESCRIPTOR_SERVICE =
      Pattern.compile("(?i)\\(\\s*(?:SERVICE_NAME|SID)\\s*=\\s*([^)\\s]+)\\s*\\)");
  private static final Pattern DESCRIPTOR_TYPE =
      Pattern.compile("(?i)\\(\\s*SERVER\\s*=\\s*(\\w+)\\s*\\)");
  private static final Pattern CONNECT_DATA =
      Pattern.compile("(?i)\\(\\s*CONNECT_DATA\\s*=\\s*(?=\\()");

  private final String url;
  private final String service;
  private final String type;

  private OracleAddress(String url, String service, String type) {
    this.url = url;
    this.service = service;
    this.type = type;
  }

  /** Reads the URL; empty if it is not Oracle's or names no service (an alias, for instance). */
  public static Optional<OracleAddress> of(String url) {
    if (!DatabaseKind.ORACLE.isOf(url)) {
      return Optional.empty();
    }
    Matcher service = DESCRIPTOR_SERVICE.matcher(url);
    if (service.find()) {
      Matcher type = DESCRIPTOR_TYPE.matcher(url);
      return Optional.of(
          new OracleAddress(url, service.group(1), type.find() ? type.group(1) : null));
    }
    return easy(url)
        .map(parts -> new OracleAddress(url, parts.group("service"), parts.group("type")));
  }

  private static Optional<Matcher> easy(String url) {
    for (Pattern form : new Pattern[] {EASY, SID}) {
      Matcher parts = form.matcher(url);
      if (parts.matches()) {
        return Optional.of(parts);
      }
    }
    return Optional.empty();
  }

  /** The service's name, or the SID. */
  public String service() {
    return service;
  }

  /** The server type in lower case; empty if the URL leaves it to the listener. */
  public Optional<String> serverType() {
    return Optional.ofNullable(type).map(name -> name.toLowerCase(Locale.ROOT));
  }

  /**
   * The same URL with this server type, in place of any other.
   *
   * @param wanted {@code dedicated}, {@code shared} or {@code pooled}
   */
  public String withServerType(String wanted) {
    Optional<Matcher> parts = easy(url);
    if (parts.isPresent()) {
      Matcher found = parts.get();
      return found.group("head") + service + ":" + wanted + found.group("tail");
    }
    String replacement = "(SERVER=" + wanted + ")";
    return type == null
        ? CONNECT_DATA.matcher(url).replaceAll(found -> found.group() + replacement)
        : DESCRIPTOR_TYPE.matcher(url).replaceAll(replacement);
  }
}
