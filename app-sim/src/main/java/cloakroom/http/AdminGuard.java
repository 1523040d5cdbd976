package cloakroom.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Whom the admin port answers. A browser on this machine reaches it on behalf of any site that its
 * user looks at, so a request that another site has made is refused, and so is one under a name
 * that another site has pointed here. Beyond loopback a token is asked for as well; whether the
 * node is up is told to everybody.
 */
final class AdminGuard {
  private static final Pattern LOOPBACK =
      Pattern.compile("(?i)localhost|127(\\.\\d{1,3}){3}|\\[(::1|0:0:0:0:0:0:0:1)]");

  private final String host;
  private final boolean anyName;
  private final AdminToken token;

  /**
   * Guards a port.
   *
   * @param host address that it listens on
   * @param token null if none is asked for
   */
  AdminGuard(String host, AdminToken token) {
    this.host = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    this.anyName = is(InetAddress::isAnyLocalAddress, host);
    this.token = token;
  }

  /**
   * Checks that a port may listen there.
   *
   * @throws IllegalArgumentException if it may not without a token
   */
  static void check(String host, AdminToken token) {
    if (token == null && !is(InetAddress::isLoopbackAddress, host)) {
      throw new IllegalArgumentException(
          "--admin-host " + host + " needs a token" + AdminToken.CURE);
    }
  }

  private static boolean is(Predicate<InetAddress> kind, String host) {
    try {
      return kind.test(InetAddress.getByName(host));
    } catch (UnknownHostException e) {
      return false; // listening will tell
    }
  }

  /** Why the request is refused, or null. */
  RequestError refusal(Request request, boolean openToAll) {
    String site = request.getHeaders().get("Sec-Fetch-Site");
    String origin = request.getHeaders().get(HttpHeader.ORIGIN);
    String name = request.getHttpURI().getHost(); // without the header, the port's own address
    if (request.getHeaders().contains(HttpHeader.HOST) && !isOurs(name)) {
      return refused("Host " + name);
    }
    if (site != null && !"same-origin".equals(site) && !"none".equals(site)) {
      return refused("Sec-Fetch-Site " + site);
    }
    if (origin != null
        && !origin.equalsIgnoreCase("http://" + request.getHeaders().get(HttpHeader.HOST))) {
      return refused("Origin " + origin);
    }
    return openToAll || isKnown(request) ? null : unknown();
  }

  /** With every address of the machine there is no telling its names, and the token decides. */
  private boolean isOurs(String name) {
    return anyName
        || (name != null && (name.equalsIgnoreCase(host) || LOOPBACK.matcher(name).matches()));
  }

  private boolean isKnown(Request request) {
    return token == null || token.isShownBy(request.getHeaders().get(HttpHeader.AUTHORIZATION));
  }

  private static RequestError refused(String what) {
    return new RequestError(
        403,
        "refused",
        "",
        FormBody.shown(what) + ": this port answers programs, under a name of this machine");
  }

  private static RequestError unknown() {
    return new RequestError(
        401,
        "refused",
        "",
        "send 'Authorization: Bearer TOKEN' with the token that the node has in "
            + AdminToken.VARIABLE);
  }
}
