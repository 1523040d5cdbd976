package cloakroom.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * The form in a request's body. No thread waits for a body that is not there yet: the request goes
 * on when the last byte has come, or when there was time enough for it. What is there already is
 * read at once, by the thread that asks.
 */
final class FormBody implements Invocable.Task {
  private static final String NAME = FormBody.class.getName();
  private static final int MAX_BYTES = 16 * 1024;
  private static final int MAX_VALUE = 60;

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
    String value = ((FormBody) request.getAttribute(NAME)).field("value");
    if (value == null) {
      throw FormText.bad("form field value is missing");
    }
    if (value.length() > MAX_VALUE || value.indexOf('\0') >= 0) {
      throw FormText.bad(
          "value of "
              + value.length()
              + " characters: at most "
              + MAX_VALUE
              + ", and no NUL among them");
    }
    return value;
  }

  private String field(String name) {
    if (failure != null) {
      throw failure;
    }
    return charset == null ? null : new FormText("form", bytes.toByteArray(), charset).value(name);
  }

  private boolean isReadable() {
    try {
      charset = FormFields.getFormEncodedCharset(request);
    } catch (IllegalArgumentException e) { // its message is the name
      failure =
          FormText.bad("charset=" + FormText.shown(e.getMessage()) + ": unknown here; use utf-8");
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
      failure = chunk.getFailure() instanceof TimeoutException ? timeout() : incomplete();
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
    return new HttpException.RuntimeException(
        HttpStatus.REQUEST_TIMEOUT_408,
        "the body was not there " + time.toMillis() + " ms after the head");
  }

  private static RuntimeException incomplete() {
    return FormText.bad("the body is not whole, or not written as HTTP says");
  }

  private static RuntimeException tooLarge() {
    return new HttpException.RuntimeException(
        HttpStatus.PAYLOAD_TOO_LARGE_413, "form of more than " + MAX_BYTES + " bytes");
  }
}
