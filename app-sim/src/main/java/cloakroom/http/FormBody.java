package cloakroom.http;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.VirtualThreads;

/**
 * Form in a request's body, and the fields of any form or query, {@code a=b&c=%64}. A field that
 * cannot be decoded is rejected and not guessed: Cloakroom exists to find changed values. No thread
 * waits for a body: the request continues when the last byte arrives or the time limit ends.
 */
final class FormBody {
  private static final String NAME = FormBody.class.getName();
  private static final int MAX_BYTES = 16 * 1024;
  private static final int MAX_VALUE = 60;
  private static final int MAX_FIELDS = 20;
  private static final int MOST_SHOWN = 40;
  private static final Pattern HALF_ESCAPE = Pattern.compile("%(?!\\p{XDigit}{2})");

  /** Maximum size of a form that is read to its end, so that its sender receives the response. */
  private static final int MAX_DISCARDED = 256 * 1024;

  private FormBody() {}

  /**
   * Reads the form of a request and then continues the request, also if reading fails.
   *
   * @param time maximum time from the request's head to the end of its body
   * @param then rest of the request; runs in the calling thread if the whole body is there
   */
  static void read(Request request, Duration time, Runnable then) {
    CompletableFuture<Void> read =
        content(request, time)
            .handle(
                (bytes, failure) -> {
                  request.setAttribute(
                      NAME, failure == null ? bytes : rejection(request, failure, time));
                  return null;
                });
    if (read.isDone()) {
      then.run();
    } else {
      Executor threads = request.getComponents().getExecutor();
      Executor virtual = VirtualThreads.getVirtualThreadsExecutor(threads);
      var unused = read.thenRunAsync(then, virtual == null ? threads : virtual);
    }
  }

  /** Returns the body as soon as it is read; null if it is no form. */
  private static CompletableFuture<byte[]> content(Request request, Duration time) {
    try {
      if (FormFields.getFormEncodedCharset(request) == null) {
        return CompletableFuture.completedFuture(null);
      }
    } catch (IllegalArgumentException e) { // its message is the name
      return CompletableFuture.failedFuture(
          bad("charset=" + shown(e.getMessage()) + ": unknown here; use utf-8"));
    }
    if (request.getLength() > MAX_DISCARDED) {
      return CompletableFuture.failedFuture(tooLarge());
    }
    CompletableFuture<byte[]> content = new CompletableFuture<>();
    Content.Source.asByteArrayAsync(request, MAX_DISCARDED, Promise.Invocable.toPromise(content));
    long left = request.getHeadersNanoTime() + time.toNanos() - System.nanoTime();
    return content
        .orTimeout(Math.max(0, left), TimeUnit.NANOSECONDS)
        .thenApply(FormBody::withinLimit);
  }

  private static byte[] withinLimit(byte[] form) {
    if (form.length > MAX_BYTES) {
      throw tooLarge();
    }
    return form;
  }

  private static RuntimeException rejection(Request request, Throwable failure, Duration time) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof TimeoutException) {
      request.fail(cause); // ends the reading
      return refusal(408, "the body was not there " + time.toMillis() + " ms after the head");
    }
    if (cause instanceof IllegalStateException) { // more than MAX_DISCARDED
      return tooLarge();
    }
    return cause instanceof HttpException.RuntimeException rejected
        ? rejected
        : bad("the body is not whole, or not written as HTTP says");
  }

  /**
   * Returns the field {@code value} of the form.
   *
   * @throws HttpException.RuntimeException if the form could not be read, has no such field, or the
   *     application does not accept the value
   */
  static String value(Request request) {
    Object form = request.getAttribute(NAME);
    if (form instanceof RuntimeException rejection) {
      throw rejection;
    }
    String value =
        form == null
            ? null
            : find("value", "form", (byte[]) form, FormFields.getFormEncodedCharset(request));
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
