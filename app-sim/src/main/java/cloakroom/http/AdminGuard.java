package cloakroom.http;

import cloakroom.platform.SameOriginCheck;
import cloakroom.platform.Variables;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/** Access control of the admin port: same-origin requests only, and a token if one is set. */
public final class AdminGuard {
  private static final Pattern TOKEN = Pattern.compile("[!-~]{16,}");
  private static final String ADVICE =
      ": set the environment variable "
          + Variables.ADMIN_TOKEN
          + " to at least 16 visible ASCII characters, which clients send as 'Authorization: Bearer"
          + " TOKEN'";

  final String host;
  private final SameOriginCheck site;
  private final byte[] header; // required value of the header Authorization, or null; never logged

  /**
   * Creates the access control. Throws IllegalArgumentException for an invalid token, or for an
   * empty token if the host is not a loopback address.
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

  RequestError rejection(Request request, boolean needsToken) {
    // For a request without Host header, Jetty returns the port's own address, which is accepted.
    String foreign = site.foreign(request.getHttpURI().getHost(), request.getHeaders()::get);
    if (!foreign.isEmpty()) {
      String rule = ": the admin port accepts only same-origin requests to this host";
      return new RequestError(403, "refused", "", FormBody.excerpt(foreign) + rule);
    }
    String sent = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    boolean isSame = sent != null && header != null && MessageDigest.isEqual(header, bytes(sent));
    if (!needsToken || header == null || isSame) {
      return null;
    }
    String rule = "send 'Authorization: Bearer TOKEN' with the node's token from ";
    return new RequestError(401, "refused", "", rule + Variables.ADMIN_TOKEN);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
