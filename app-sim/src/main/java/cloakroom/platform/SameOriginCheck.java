package cloakroom.platform;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Whose requests a port takes that is for programs of this machine and for its own page. A browser
 * reaches it on behalf of any site that its user looks at, so a request that another site has made
 * is somebody else's, and so is one under a name that another site has pointed here.
 */
public final class SameOriginCheck {
  private static final Pattern LOOPBACK =
      Pattern.compile("(?i)localhost|127(\\.\\d{1,3}){3}|\\[(::1|0:0:0:0:0:0:0:1)]");

  private final String host;
  private final boolean anyName;

  /** The site of a port that listens on this address. */
  public SameOriginCheck(String host) {
    this.host = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    this.anyName = is(InetAddress::isAnyLocalAddress, host);
  }

  /** Whether only this machine reaches the address. */
  public static boolean isLoopback(String host) {
    return is(InetAddress::isLoopbackAddress, host);
  }

  private static boolean is(Predicate<InetAddress> kind, String host) {
    try {
      return kind.test(InetAddress.getByName(host));
    } catch (UnknownHostException e) {
      return false; // listening will tell
    }
  }

  /**
   * What shows that a request is somebody else's, such as {@code Origin http://evil.example}; empty
   * if nothing does.
   *
   * @param name the name under which the port was asked, null if the client told none
   * @param header the value of the header of that name, or null
   */
  public String foreign(String name, UnaryOperator<String> header) {
    String asked = header.apply("Host");
    String site = header.apply("Sec-Fetch-Site");
    String origin = header.apply("Origin");
    if (asked != null && !isOurs(name)) {
      return "Host " + name;
    }
    if (site != null && !"same-origin".equals(site) && !"none".equals(site)) {
      return "Sec-Fetch-Site " + site;
    }
    boolean ours =
        origin == null
            || origin.replaceFirst("^https:", "http:").equalsIgnoreCase("http://" + asked);
    return ours ? "" : "Origin " + origin;
  }

  /** With every address of the machine there is no telling its names. */
  private boolean isOurs(String name) {
    return anyName
        || (name != null && (name.equalsIgnoreCase(host) || LOOPBACK.matcher(name).matches()));
  }
}
