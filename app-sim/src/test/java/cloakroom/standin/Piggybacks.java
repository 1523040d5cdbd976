package cloakroom.standin;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What rides in front of a call. Where one ends is not told, so the call is looked for; of each
 * piggyback its number and its readable parts are kept.
 *
 * @param texts each a number in hex, and what can be read
 * @param isFollowed whether a call follows
 */
record Piggybacks(List<String> texts, boolean isFollowed) {
  /** Another piggyback, or one of the calls that a session answers. */
  private static final Pattern NEXT =
      Pattern.compile(
          "\\x11[\\x68-\\x6b\\x78\\x87\\xaa-\\xbf]|\\x03[\\x04\\x05\\x09\\x0e\\x0f\\x4a\\x4e\\x5e\\x60\\x68\\x93]");

  private static final Pattern READABLE = Pattern.compile("[ -~]{2,}");
  private static final char PIGGYBACK = 0x11;

  /** Reads from behind the first one's type, up to the number of the call. */
  static Piggybacks read(TtcReader message) {
    List<String> texts = new ArrayList<>();
    String rest = message.rest();
    Matcher next = NEXT.matcher(rest);
    int from = 0;
    while (next.find(from + 2)) {
      texts.add(text(rest.substring(from, next.start())));
      from = next.start() + 1;
      if (rest.charAt(next.start()) != PIGGYBACK) {
        message.skip(from);
        return new Piggybacks(texts, true);
      }
    }
    texts.add(text(rest.substring(from)));
    return new Piggybacks(texts, false);
  }

  private static String text(String piggyback) {
    StringBuilder text = new StringBuilder(Integer.toHexString(piggyback.charAt(0)));
    Matcher readable = READABLE.matcher(piggyback.substring(2));
    while (readable.find()) {
      text.append(' ').append(readable.group());
    }
    return text.toString();
  }
}
