package cloakroom.http;

import java.io.ByteArrayOutputStream;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * The form in a request's body, and the fields of any form or query, {@code a=b&c=%64}. What cannot
 * be decoded is refused and not guessed at, because a value that changes on its way is the very
 * thing that the tier is there to find. No thread waits for a body that is not there yet: the
 * request goes on when the last byte has come, or when there was time enough for it. What is there
 * already is read at once, by the thread that asks.
 */
final class FormBody implements Invocable.Task {
  private static final String NAME = FormBody.class.getName();
  private static final int MAX_BYTES = 16 * 1024;
  private static final int MAX_VALUE = 60;
  private static final int MAX_FIELDS = 20;
  private static final int MOST_SHOWN = 40;
  private static final Pattern HALF_ESCAPE = Pattern.compile("%(?!\\p{XDigit}{2})");

  /** A form of up to this size is read to its end, so that its sender is there for the answer. */
  private static final int MAX_DISCARDED = 256 * 1024;

  private final Request request;
  private final Duration time;
  private final Runnable then;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
  private Charset charset;
  private RuntimeException failure;
  private long seen;

  private Scheduler.Task deadline;
  private boolean waiting;
  private boolean late;

  private FormBody(Request request, Duration time, Runnable then) {
    this.request = request;
    this.time = time;
    this.then = then;
  }

  /**
   * Reads the form of a request, whatever comes of it, and then goes on with it.
   *
   * @param time how long after its head a request's body may end
   */
  static void read(Request request, Duration time, Runnable then) {
    FormBody body = new FormBody(request, time, then);
    request.setAttribute(NAME, body);
    if (body.isReadable()) {
      body.run();
    } else {
      then.run();
    }
  }

  /**
   * What the field {@code value} of the form says.
   *
   * @throws HttpException.RuntimeException if the form could not be read, or has no such field, or
   *     the value is none that the application takes
   */
  static String value(Request request) {
    FormBody body = (FormBody) request.getAttribute(NAME);
    if (body.failure != null) {
      throw body.failure;
    }
    String value =
        body.charset == null ? null : find("value", "form", body.bytes.toByteArray(), body.charset);
    if (value == null) {
      throw bad("form field value is missing");
    }
    return checked(value);
  }

  /** As {@link #value} what that field of a request's query says, or null without it. */
  static String valueInQuery(Request request) {
    String value = inQuery(request, "value");
    return value == null ? null : checked(value);
  }

  private static String checked(String value) {
    if (value.length() > MAX_VALUE || value.indexOf('\0') >= 0) {
      throw bad(
          "value of %d characters: at most %d, and no NUL among them"
              .formatted(value.length(), MAX_VALUE));
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      throw bad("value: contains half a surrogate pair; send whole characters");
    }
    return value;
  }

  /**
   * The first value of that name in a request's query, or null.
   *
   * @throws HttpException.RuntimeException if the query cannot be decoded
   */
  static String inQuery(Request request, String name) {
    String query = request.getHttpURI().getQuery();
    return query == null
        ? null
        : find(name, "query", query.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private boolean isReadable() {
    try {
      charset = FormFields.getFormEncodedCharset(request);
    } catch (IllegalArgumentException e) { // its message is the name
      failure = bad("charset=" + shown(e.getMessage()) + ": unknown here; use utf-8");
    }
    if (request.getLength() > MAX_DISCARDED) {
      failure = tooLarge();
    }
    return charset != null && failure == null;
  }

  /** Takes what is there; called again when there is more. */
  @Override
  public void run() {
    stopWaiting();
    boolean over = false;
    while (!over) {
      Content.Chunk chunk = request.read();
      if (chunk == null && waitForMore()) {
        request.demand(this);
        return;
      }
      over = chunk == null || isLast(chunk);
    }
    cancelDeadline();
    then.run();
  }

  private boolean isLast(Content.Chunk chunk) {
    if (Content.Chunk.isFailure(chunk)) {
      failure =
          chunk.getFailure() instanceof TimeoutException
              ? timeout()
              : bad("the body is not whole, or not written as HTTP says");
      return true;
    }
    try {
      ByteBuffer content = chunk.getByteBuffer();
      seen += content.remaining();
      if (seen > MAX_BYTES) {
        failure = tooLarge();
        bytes.reset();
        return seen > MAX_DISCARDED || chunk.isLast();
      }
      while (content.hasRemaining()) {
        bytes.write(content.get());
      }
      return chunk.isLast();
    } finally {
      chunk.release();
    }
  }

  private synchronized void stopWaiting() {
    waiting = false;
  }

  /** False if it is too late to wait. */
  private synchronized boolean waitForMore() {
    if (late) {
      failure = timeout();
      return false;
    }
    if (deadline == null) {
      long left = request.getHeadersNanoTime() + time.toNanos() - System.nanoTime();
      deadline =
          request
              .getComponents()
              .getScheduler()
              .schedule(this::expire, Math.max(0, left), TimeUnit.NANOSECONDS);
    }
    waiting = true;
    return true;
  }

  /** The content fails under whoever waits for it; a reader who is at it finds out by himself. */
  private synchronized void expire() {
    late = true;
    if (waiting) {
      request.fail(new TimeoutException());
    }
  }

  private synchronized void cancelDeadline() {
    if (deadline != null) {
      deadline.cancel();
    }
  }

  private RuntimeException timeout() {
    return refusal(408, "the body was not there " + time.toMillis() + " ms after the head");
  }

  private static RuntimeException tooLarge() {
    return refusal(413, "form of more than " + MAX_BYTES + " bytes");
  }

  /** The beginning of somebody else's text, fit for one line of a message. */
  static String shown(String text) {
    String start = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "..." : text;
    return start.replaceAll("[^ -~]", "?");
  }

  static HttpException.RuntimeException bad(String message) {
    return refusal(400, message);
  }

  private static HttpException.RuntimeException refusal(int status, String message) {
    return new HttpException.RuntimeException(status, message);
  }

  /** The first value of that name, or null; refused if any name or value cannot be decoded. */
  private static String find(String name, String what, byte[] text, Charset charset) {
    String found = null;
    int fields = 0;
    for (String field : new String(text, StandardCharsets.ISO_8859_1).split("&", -1)) {
      if (!field.isEmpty() && ++fields > MAX_FIELDS) {
        throw refusal(413, what + " of more than " + MAX_FIELDS + " fields");
      }
      String[] sides = field.split("=", 2);
      String key = decoded(sides[0], what, field, charset);
      String value = sides.length == 1 ? "" : decoded(sides[1], what, field, charset);
      if (found == null && name.equals(key)) {
        found = value;
      }
    }
    return found;
  }

  /** A name or value, a character for each byte, which is part of a field that a message shows. */
  private static String decoded(String side, String what, String field, Charset charset) {
    if (HALF_ESCAPE.matcher(side).find()) {
      throw refused(what, field, "after % there must be two hexadecimal digits");
    }
    byte[] bytes =
        URLDecoder.decode(side, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw refused(what, field, "its bytes are no text in " + charset);
    }
  }

  private static HttpException.RuntimeException refused(String what, String field, String why) {
    return bad(what + " " + shown(field) + ": " + why);
  }
}
