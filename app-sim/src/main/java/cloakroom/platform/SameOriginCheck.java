package cloakroom.platform;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Check for requests from other web sites or with a foreign host name (CSRF, DNS rebinding). */
public final class SameOriginCheck {
  private static final Pattern LOOPBACK =
      Pattern.compile("(?i)localhost|127(\\.\\d{1,3}){3}|\\[(::1|0:0:0:0:0:0:0:1)]");

  private final String host;
  private final boolean anyName; // listens on all addresses, whose names are not known

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

  /** Returns the header that shows another site, such as {@code Origin http://evil}; "" if none. */
  public String foreign(String name, UnaryOperator<String> header) {
    String requested = header.apply("Host");
    String site = header.apply("Sec-Fetch-Site");
    String origin = header.apply("Origin");
    boolean own = name != null && (name.equalsIgnoreCase(host) || LOOPBACK.matcher(name).matches());
    if (requested != null && !own && !anyName) {
      return "Host " + name;
    }
    if (site != null && !"same-origin".equals(site) && !"none".equals(site)) {
      return "Sec-Fetch-Site " + site;
    }
    String url = origin == null ? "" : origin.replaceFirst("^https:", "http:");
    return origin == null || url.equalsIgnoreCase("http://" + requested) ? "" : "Origin " + origin;
  }
}
