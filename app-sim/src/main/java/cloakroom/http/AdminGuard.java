package cloakroom.http;

import cloakroom.contract.OwnSite;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Whom the admin port answers: requests of this machine's programs and of its own page, and beyond
 * loopback those with the token. Whether the node is up, and a page without figures, is told to
 * everybody who asks under our name.
 */
final class AdminGuard {
  private final OwnSite site;
  private final AdminToken token;

  /**
   * Guards a port.
   *
   * @param host address that it listens on
   * @param token null if none is asked for
   */
  AdminGuard(String host, AdminToken token) {
    this.site = new OwnSite(host);
    this.token = token;
  }

  /**
   * Checks that a port may listen there.
   *
   * @throws IllegalArgumentException if it may not without a token
   */
  static void check(String host, AdminToken token) {
    if (token == null && !OwnSite.isLoopback(host)) {
      throw new IllegalArgumentException(
          "--admin-host " + host + " needs a token" + AdminToken.CURE);
    }
  }

  /** Why the request is refused, or null. On every address of the machine the token decides. */
  RequestError refusal(Request request, boolean openToAll) {
    // without the header, the host is the port's own address
    String foreign = site.foreign(request.getHttpURI().getHost(), request.getHeaders()::get);
    if (!foreign.isEmpty()) {
      return refused(foreign);
    }
    return openToAll || isKnown(request) ? null : unknown();
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
