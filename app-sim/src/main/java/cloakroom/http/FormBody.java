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
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Reader of a request's form body, and decoder of form and query fields ({@code a=b&c=%64}). Throws
 * for text that cannot be decoded. A slow client's body blocks no thread.
 */
final class FormBody implements Invocable.Task {
  private static final String NAME = FormBody.class.getName();
  private static final int MAX_BYTES = 16 * 1024;
  private static final int MAX_VALUE = 60;
  private static final int MAX_FIELDS = 20;
  private static final int MAX_EXCERPT = 40;
  private static final Pattern INVALID_ESCAPE = Pattern.compile("%(?!\\p{XDigit}{2})");
  private static final int MAX_DISCARDED = 256 * 1024; // above, the client may miss the response

  private final Request request;
  private final Duration timeout;
  private final Runnable then;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
  private Charset charset;
  private RuntimeException failure;
  private long received;
  private Scheduler.Task deadline;
  private boolean waiting;
  private boolean late;

  private FormBody(Request request, Duration timeout, Runnable then) {
    this.request = request;
    this.timeout = timeout;
    this.then = then;
  }

  /**
   * Reads the request's form, then runs {@code then}, even if the form is invalid or late. The
   * time-out starts at the end of the request's headers.
   */
  static void read(Request request, Duration timeout, Runnable then) {
    FormBody body = new FormBody(request, timeout, then);
    request.setAttribute(NAME, body);
    if (body.isReadable()) {
      body.run();
    } else {
      then.run();
    }
  }

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

  static String valueInQuery(Request request) {
    String value = inQuery(request, "value");
    return value == null ? null : checked(value);
  }

  private static String checked(String value) {
    if (value.length() > MAX_VALUE || value.indexOf('\0') >= 0) {
      String form = "value of %d characters: must have at most %d and no NUL";
      throw bad(form.formatted(value.length(), MAX_VALUE));
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      throw bad("value: contains half a surrogate pair; send whole characters");
    }
    return value;
  }

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
      failure = bad("charset=" + excerpt(e.getMessage()) + " is not supported; use utf-8");
    }
    if (request.getLength() > MAX_DISCARDED) {
      failure = tooLarge();
    }
    return charset != null && failure == null;
  }

  /** Reads all available content. Jetty calls this method again when more content arrives. */
  @Override
  public void run() {
    synchronized (this) {
      waiting = false;
    }
    boolean complete = false;
    while (!complete) {
      Content.Chunk chunk = request.read();
      if (chunk == null && waitForMore()) {
        request.demand(this);
        return;
      }
      complete = chunk == null || isLast(chunk);
    }
    synchronized (this) {
      if (deadline != null) {
        deadline.cancel();
      }
    }
    then.run();
  }

  private boolean isLast(Content.Chunk chunk) {
    if (Content.Chunk.isFailure(chunk)) {
      failure =
          chunk.getFailure() instanceof TimeoutException
              ? timedOut()
              : bad("the body is incomplete or not valid HTTP");
      return true;
    }
    try {
      ByteBuffer content = chunk.getByteBuffer();
      received += content.remaining();
      if (received > MAX_BYTES) {
        failure = tooLarge();
        bytes.reset();
        return received > MAX_DISCARDED || chunk.isLast();
      }
      bytes.writeBytes(BufferUtil.toArray(content));
      return chunk.isLast();
    } finally {
      chunk.release();
    }
  }

  private synchronized boolean waitForMore() {
    if (late) {
      failure = timedOut();
      return false;
    }
    if (deadline == null) {
      long left = request.getHeadersNanoTime() + timeout.toNanos() - System.nanoTime();
      Scheduler scheduler = request.getComponents().getScheduler();
      deadline = scheduler.schedule(this::expire, Math.max(0, left), TimeUnit.NANOSECONDS);
    }
    waiting = true;
    return true;
  }

  /**
   * Stops waiting for content after the timeout. While {@link #run} reads, this only sets {@link
   * #late}, which run() checks.
   */
  private synchronized void expire() {
    late = true;
    if (waiting) {
      request.fail(new TimeoutException());
    }
  }

  private RuntimeException timedOut() {
    return rejection(408, "no complete body within " + timeout.toMillis() + " ms after the head");
  }

  private static RuntimeException tooLarge() {
    return rejection(413, "form of more than " + MAX_BYTES + " bytes");
  }

  static String excerpt(String text) {
    String start = text.length() > MAX_EXCERPT ? text.substring(0, MAX_EXCERPT) + "..." : text;
    return start.replaceAll("[^ -~]", "?");
  }

  static HttpException.RuntimeException bad(String message) {
    return rejection(400, message);
  }

  private static HttpException.RuntimeException rejection(int status, String message) {
    return new HttpException.RuntimeException(status, message);
  }

  private static String find(String name, String source, byte[] text, Charset charset) {
    String found = null;
    int fields = 0;
    for (String field : new String(text, StandardCharsets.ISO_8859_1).split("&", -1)) {
      if (!field.isEmpty() && ++fields > MAX_FIELDS) {
        throw rejection(413, source + " of more than " + MAX_FIELDS + " fields");
      }
      String[] sides = field.split("=", 2);
      String key = decoded(sides[0], source, field, charset);
      String value = sides.length == 1 ? "" : decoded(sides[1], source, field, charset);
      if (found == null && name.equals(key)) {
        found = value;
      }
    }
    return found;
  }

  private static String decoded(String side, String source, String field, Charset charset) {
    if (INVALID_ESCAPE.matcher(side).find()) {
      throw bad(source + " " + excerpt(field) + ": % must be followed by two hexadecimal digits");
    }
    byte[] bytes =
        URLDecoder.decode(side, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw bad(source + " " + excerpt(field) + ": is not valid " + charset);
    }
  }
}
