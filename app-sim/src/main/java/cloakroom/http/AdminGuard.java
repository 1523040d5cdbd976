package cloakroom.http;

import cloakroom.platform.SameOriginCheck;
import cloakroom.platform.Variables;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Whom the admin port answers: requests of this machine's programs and of its own page, and beyond
 * loopback those with the token. Whether the node is up, and a page without figures, is told to
 * everybody who asks under our name.
 */
public final class AdminGuard {
  private static final Pattern TOKEN = Pattern.compile("[!-~]{16,}");

  /** In words that follow what is wrong. */
  private static final String CURE =
      ": set the environment variable "
          + Variables.ADMIN_TOKEN
          + " to at least 16 visible characters, which readers send as 'Authorization: Bearer"
          + " TOKEN'";

  private final String host;
  private final SameOriginCheck site;

  /** What shows the token, which no log line or message does; null if none is asked for. */
  private final byte[] header;

  /**
   * Guards a port.
   *
   * @param host address that it listens on
   * @param token what a reader has to know; empty if nothing, which only loopback may ask for
   * @throws IllegalArgumentException if there has to be a token, or no header could hold this one,
   *     or it is too short
   */
  public AdminGuard(String host, String token) {
    if (token.isEmpty() && !SameOriginCheck.isLoopback(host)) {
      throw new IllegalArgumentException("--admin-host " + host + " needs a token" + CURE);
    }
    if (!token.isEmpty() && !TOKEN.matcher(token).matches()) {
      throw new IllegalArgumentException(Variables.ADMIN_TOKEN + " holds no token" + CURE);
    }
    this.host = host;
    this.site = new SameOriginCheck(host);
    this.header = token.isEmpty() ? null : bytes("Bearer " + token);
  }

  String host() {
    return host;
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

  /** Telling takes as long for a wrong token. */
  private boolean isKnown(Request request) {
    String shown = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    return header == null || (shown != null && MessageDigest.isEqual(header, bytes(shown)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static RequestError refused(String what) {
    return new RequestError(
        403,
        "refused",
        "",
        FormBody.shown(what) + ": the admin port accepts only same-origin requests to this host");
  }

  private static RequestError unknown() {
    return new RequestError(
        401,
        "refused",
        "",
        "send 'Authorization: Bearer TOKEN' with the token that the node has in "
            + Variables.ADMIN_TOKEN);
  }
}
