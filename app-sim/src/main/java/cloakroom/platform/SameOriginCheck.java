package cloakroom.platform;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Detects cross-site requests and foreign host names (CSRF, DNS rebinding) at a local port. */
public final class SameOriginCheck {
  private static final Pattern LOOPBACK =
      Pattern.compile("(?i)localhost|127(\\.\\d{1,3}){3}|\\[(::1|0:0:0:0:0:0:0:1)]");

  private final String host;
  private final boolean anyName;

  public SameOriginCheck(String host) {
    this.host = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    this.anyName = is(InetAddress::isAnyLocalAddress, host);
  }

  public static boolean isLoopback(String host) {
    return is(InetAddress::isLoopbackAddress, host);
  }

  private static boolean is(Predicate<InetAddress> kind, String host) {
    try {
      return kind.test(InetAddress.getByName(host));
    } catch (UnknownHostException e) {
      return false; // listening on it fails with a message
    }
  }

  /**
   * Returns the header that shows a foreign request, such as {@code Origin http://evil.example}, or
   * an empty text; {@code name} is the requested host or null.
   */
  public String foreign(String name, UnaryOperator<String> header) {
    String requested = header.apply("Host");
    String site = header.apply("Sec-Fetch-Site");
    String origin = header.apply("Origin");
    if (requested != null && !isOwn(name)) {
      return "Host " + name;
    }
    if (site != null && !"same-origin".equals(site) && !"none".equals(site)) {
      return "Sec-Fetch-Site " + site;
    }
    boolean own =
        origin == null
            || origin.replaceFirst("^https:", "http:").equalsIgnoreCase("http://" + requested);
    return own ? "" : "Origin " + origin;
  }

  /** Accepts every name if the port listens on all addresses: their names are not known. */
  private boolean isOwn(String name) {
    return anyName
        || (name != null && (name.equalsIgnoreCase(host) || LOOPBACK.matcher(name).matches()));
  }
}
