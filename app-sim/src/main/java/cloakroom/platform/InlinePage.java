package cloakroom.platform;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public record InlinePage(String text, Map<String, String> headers) {
  private static final Pattern TAG = Pattern.compile("<(script|style)>(.*?)</\\1>", Pattern.DOTALL);

  /** Creates an HTML page. Its security policy blocks script and style tags with attributes. */
  public static InlinePage of(String text) {
    String policy =
        "default-src 'none'; script-src"
            + hashes("script", text)
            + "; style-src"
            + hashes("style", text)
            + "; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'";
    return new InlinePage(
        text,
        Map.of(
            "Content-Type", "text/html;charset=utf-8",
            "Content-Security-Policy", policy,
            "Cache-Control", "no-store",
            "Referrer-Policy", "no-referrer",
            "X-Content-Type-Options", "nosniff"));
  }

  private static String hashes(String tag, String text) {
    return TAG.matcher(text)
        .results()
        .filter(part -> part.group(1).equals(tag))
        .map(InlinePage::hash)
        .collect(Collectors.joining());
  }

  private static String hash(MatchResult part) {
    try {
      byte[] text = part.group(2).getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      return " 'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
