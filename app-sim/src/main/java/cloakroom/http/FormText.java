package cloakroom.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Names and values as forms and queries write them, {@code a=b&c=%64}. What cannot be decoded is
 * refused and not guessed at, because a value that changes on its way is the very thing that the
 * tier is there to find.
 */
final class FormText {
  private static final int MAX_FIELDS = 20;
  private static final int MOST_SHOWN = 40;

  private final String what;
  private final byte[] text;
  private final CharsetDecoder decoder;

  /**
   * Reads a text.
   *
   * @param what it is, for messages
   */
  FormText(String what, byte[] text, Charset charset) {
    this.what = what;
    this.text = text;
    this.decoder = charset.newDecoder(); // which reports what it cannot decode
  }

  /**
   * The first value of that name, or null.
   *
   * @throws HttpException.RuntimeException if any name or value cannot be decoded, or there are too
   *     many
   */
  String value(String name) {
    String found = null;
    int fields = 0;
    for (int from = 0; from < text.length; ) {
      int end = indexOf('&', from, text.length);
      int equals = indexOf('=', from, end);
      if (end > from && ++fields > MAX_FIELDS) {
        throw new HttpException.RuntimeException(
            HttpStatus.PAYLOAD_TOO_LARGE_413, what + " of more than " + MAX_FIELDS + " fields");
      }
      String key = decoded(from, equals, from, end);
      String value = decoded(Math.min(equals + 1, end), end, from, end);
      if (found == null && name.equals(key)) {
        found = value;
      }
      from = end + 1;
    }
    return found;
  }

  private int indexOf(char wanted, int from, int end) {
    int at = from;
    while (at < end && text[at] != wanted) {
      at++;
    }
    return at;
  }

  /** A name or value, which is part of a field that a message shows as a whole. */
  private String decoded(int from, int end, int fieldFrom, int fieldEnd) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(end - from);
    for (int i = from; i < end; i++) {
      if (text[i] == '%') {
        int high = i + 2 < end ? digit(text[i + 1]) : -1;
        int low = i + 2 < end ? digit(text[i + 2]) : -1;
        if (high < 0 || low < 0) {
          throw refused(fieldFrom, fieldEnd, "after % there must be two hexadecimal digits");
        }
        bytes.write(high * 16 + low);
        i += 2;
      } else {
        bytes.write(text[i] == '+' ? ' ' : text[i]);
      }
    }
    try {
      return decoder.decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
    } catch (CharacterCodingException e) {
      throw refused(fieldFrom, fieldEnd, "its bytes are no text in " + decoder.charset());
    }
  }

  private static int digit(byte character) {
    return character < 0 ? -1 : Character.digit(character, 16);
  }

  private HttpException.RuntimeException refused(int from, int end, String why) {
    String field = new String(text, from, end - from, StandardCharsets.ISO_8859_1);
    return bad(what + " " + shown(field) + ": " + why);
  }

  /** The beginning of somebody else's text, fit for one line of a message. */
  static String shown(String text) {
    String start = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "..." : text;
    return start.replaceAll("[^ -~]", "?");
  }

  static HttpException.RuntimeException bad(String message) {
    return new HttpException.RuntimeException(HttpStatus.BAD_REQUEST_400, message);
  }
}
