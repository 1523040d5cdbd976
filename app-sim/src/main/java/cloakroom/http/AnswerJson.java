package cloakroom.http;

import cloakroom.app.ChangeAnswer;
import cloakroom.app.PageAnswer;
import cloakroom.app.Row;
import cloakroom.app.TransactionAnswer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The answers of the pages as the bytes that {@link Json} would make of them. They are written into
 * one array without anything in between, because every request has one; what is not ASCII, and
 * every other answer, is left to {@link Json}.
 */
final class AnswerJson {
  private static final int FIRST_SIZE = 256;
  private static final int LONGEST_NUMBER = 20;

  private byte[] bytes = new byte[FIRST_SIZE];
  private int length;

  private AnswerJson() {}

  /** The answer as UTF-8. */
  static ByteBuffer of(Object answer) {
    AnswerJson json = new AnswerJson();
    return json.write(answer)
        ? ByteBuffer.wrap(json.bytes, 0, json.length)
        : ByteBuffer.wrap(Json.text(answer).getBytes(StandardCharsets.UTF_8));
  }

  private boolean write(Object answer) {
    if (answer instanceof ChangeAnswer change) {
      return text("{\"page\":", change.page())
          && number(",\"key\":", change.key())
          && text(",\"previous\":", change.previous())
          && text(",\"value\":", change.value())
          && flag(",\"pending\":", change.pending())
          && end();
    }
    if (answer instanceof TransactionAnswer end) {
      return text("{\"page\":", end.page())
          && number(",\"key\":", end.key())
          && text(",\"value\":", end.value())
          && number(",\"changes\":", end.changes())
          && flag(",\"pending\":", end.pending())
          && end();
    }
    return answer instanceof PageAnswer page
        && text("{\"page\":", page.page())
        && number(",\"key\":", page.key())
        && text(",\"value\":", page.value())
        && flag(",\"pending\":", page.pending())
        && number(",\"rangeStart\":", page.rangeStart())
        && rows(page.rows())
        && end();
  }

  private boolean rows(List<Row> rows) {
    plain(",\"rows\":[");
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      if (!number(i == 0 ? "{\"key\":" : ",{\"key\":", row.key())
          || !text(",\"value\":", row.value())
          || !end()) {
        return false;
      }
    }
    return plain("]");
  }

  private boolean end() {
    return plain("}");
  }

  private boolean flag(String name, boolean value) {
    return plain(name) && plain(value ? "true" : "false");
  }

  private boolean number(String name, long value) {
    plain(name);
    if (value < 0) {
      return plain(Long.toString(value));
    }
    room(LONGEST_NUMBER);
    int digits = 1;
    for (long rest = value / 10; rest > 0; rest /= 10) {
      digits++;
    }
    long rest = value;
    for (int at = length + digits - 1; at >= length; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
    return true;
  }

  /** False if the value has anything but plain ASCII in it, which this does not write. */
  private boolean text(String name, String value) {
    plain(name);
    if (value == null) {
      return plain("null");
    }
    room(value.length() + 2);
    bytes[length++] = '"';
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        return false;
      }
      bytes[length++] = (byte) c;
    }
    bytes[length++] = '"';
    return true;
  }

  /** Adds ASCII that needs no escapes; always true. */
  @SuppressWarnings("deprecation") // copies the low bytes, which are all that ASCII has
  private boolean plain(String ascii) {
    room(ascii.length());
    ascii.getBytes(0, ascii.length(), bytes, length);
    length += ascii.length();
    return true;
  }

  private void room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
