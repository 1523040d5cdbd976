package cloakroom.http;

import cloakroom.platform.SameOriginCheck;
import cloakroom.platform.Variables;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Access control of the admin port. It rejects cross-site requests and foreign host names, and
 * requires a token if one is set. Paths without metrics need no token.
 */
public final class AdminGuard {
  private static final Pattern TOKEN = Pattern.compile("[!-~]{16,}");

  private static final String ADVICE =
      ": set the environment variable "
          + Variables.ADMIN_TOKEN
          + " to at least 16 visible ASCII characters, which clients send as 'Authorization: Bearer"
          + " TOKEN'";

  private final String host;
  private final SameOriginCheck site;

  /** Required value of the header Authorization, or null; never logged. */
  private final byte[] header;

  /**
   * Creates the access control of a port.
   *
   * @param host address that the port listens on
   * @param token required token; empty for none, which only a loopback address permits
   * @throws IllegalArgumentException if the token is missing or not valid
   */
  public AdminGuard(String host, String token) {
    if (token.isEmpty() && !SameOriginCheck.isLoopback(host)) {
      throw new IllegalArgumentException("--admin-host " + host + " requires a token" + ADVICE);
    }
    if (!token.isEmpty() && !TOKEN.matcher(token).matches()) {
      throw new IllegalArgumentException(Variables.ADMIN_TOKEN + " is not a valid token" + ADVICE);
    }
    this.host = host;
    this.site = new SameOriginCheck(host);
    this.header = token.isEmpty() ? null : bytes("Bearer " + token);
  }

  String host() {
    return host;
  }

  /** Returns the reason to reject a request, or null. */
  RequestError rejection(Request request, boolean needsToken) {
    // without the header, the host is the port's own address
    String foreign = site.foreign(request.getHttpURI().getHost(), request.getHeaders()::get);
    if (!foreign.isEmpty()) {
      String message =
          FormBody.excerpt(foreign)
              + ": the admin port accepts only same-origin requests to this host";
      return new RequestError(403, "refused", "", message);
    }
    if (!needsToken || isAuthorized(request)) {
      return null;
    }
    String message =
        "send 'Authorization: Bearer TOKEN' with the node's token from " + Variables.ADMIN_TOKEN;
    return new RequestError(401, "refused", "", message);
  }

  /** Compares the token in constant time. */
  private boolean isAuthorized(Request request) {
    String sent = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    return header == null || (sent != null && MessageDigest.isEqual(header, bytes(sent)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
