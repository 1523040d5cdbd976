package cloakroom.http;

import cloakroom.app.ApplicationException;
import cloakroom.connection.ConnectionException;
import cloakroom.contract.ErrorClass;
import cloakroom.module.CheckOutException;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.eclipse.jetty.http.HttpException;

/**
 * Body of an error response.
 *
 * @param error kind of failure, by which reports count errors
 * @param errorClass key of an {@link ErrorClass}; empty if the database is not the cause
 * @param code error code of Cloakroom or ADF, such as JBO-30003; may be empty
 */
@JsonIgnoreProperties({"status", "exhaustion", "retryable"})
record RequestError(
    int status,
    String error,
    @JsonProperty("class") String errorClass,
    String code,
    String message) {
  static final String NO_SESSION = "noSession";
  static final String CHECKOUT_TIMEOUT = "checkoutTimeout";
  private static final String POOL_EXHAUSTED = "poolExhausted";
  private static final String COMMIT_IN_DOUBT = "commitInDoubt";

  /** Rejection of a request because its session's queue was full or the request waited too long. */
  static final class RejectedException extends RuntimeException {
    final transient RequestError error;

    RejectedException(int status, String error, String code, String message) {
      super(message);
      this.error = new RequestError(status, error, code, message);
    }
  }

  RequestError(int status, String error, String code, String message) {
    this(status, error, "", code, message);
  }

  boolean isExhaustion() {
    return error.equals(POOL_EXHAUSTED)
        || error.equals(CHECKOUT_TIMEOUT)
        || errorClass.equals(ErrorClass.POOL_OR_PROCESS_LIMIT.key());
  }

  boolean isRetryable() {
    return status == 429 || (status == 503 && !error.equals(COMMIT_IN_DOUBT));
  }

  static RequestError noSession() {
    return noSession("no session, or it has ended; open a page first");
  }

  static RequestError noSession(String message) {
    return new RequestError(409, NO_SESSION, "JBO-30001", message);
  }

  static RequestError of(Throwable thrown) {
    RequestError e = withoutClass(thrown);
    return ConnectionException.find(thrown)
        .map(cause -> cause.kind().key())
        .map(key -> new RequestError(e.status, e.error, key, e.code, e.message))
        .orElse(e);
  }

  private static RequestError withoutClass(Throwable thrown) {
    if (thrown instanceof RejectedException e) {
      return e.error;
    }
    if (thrown instanceof CheckOutException e) {
      return ofCheckOut(e, e.reason().code());
    }
    if (thrown instanceof ApplicationException e) {
      return ofApplication(e);
    }
    if (thrown instanceof ConnectionException e) {
      return ofConnection(e, "");
    }
    if (thrown instanceof HttpException e) {
      String kind = e.getCode() == 503 ? "unavailable" : "badRequest";
      return new RequestError(e.getCode(), kind, "", String.valueOf(e.getReason()));
    }
    return new RequestError(500, "internal", "", "the request failed; see the log");
  }

  static RequestError ofServer(int status, Object reason) {
    return switch (status) {
      case 500 -> withoutClass(new IllegalStateException());
      case 503 -> new RequestError(status, "unavailable", "", "this node is stopping");
      default -> new RequestError(status, "badRequest", "", FormBody.excerpt("" + reason));
    };
  }

  private static RequestError ofCheckOut(CheckOutException e, String code) {
    return switch (e.reason()) {
      case TIMEOUT, SESSION_BUSY -> new RequestError(503, CHECKOUT_TIMEOUT, code, e.getMessage());
      case ACTIVATION ->
          ConnectionException.find(e)
              .map(cause -> ofConnection(cause, code))
              .orElseGet(() -> new RequestError(500, "activation", code, e.getMessage()));
      case CONFLICT -> new RequestError(409, "conflict", code, e.getMessage());
      case ENDED -> noSession();
      case CLOSED, PASSIVATION -> new RequestError(503, "unavailable", code, e.getMessage());
      case CONNECTION -> ofConnection((ConnectionException) e.getCause(), code);
    };
  }

  private static RequestError ofApplication(ApplicationException e) {
    String message = e.getMessage();
    return switch (e.reason()) {
      case COMMITTED -> {
        RequestError after = withoutClass(e.getCause());
        yield new RequestError(after.status, after.error, after.code, message);
      }
      case CONFLICT -> new RequestError(409, "conflict", message.replaceFirst(":.*", ""), message);
      case COMMIT_IN_DOUBT ->
          new RequestError(e.getCause() == null ? 409 : 503, COMMIT_IN_DOUBT, "", message);
      case REFUSED -> new RequestError(409, "refused", "", message);
      case NO_SUCH_ROW -> new RequestError(404, "notFound", "", message);
    };
  }

  private static RequestError ofConnection(ConnectionException e, String code) {
    return switch (e.kind()) {
      case POOL_EXHAUSTED -> new RequestError(503, POOL_EXHAUSTED, code, e.getMessage());
      case LOCK, SERIALIZATION -> new RequestError(409, "conflict", code, e.getMessage());
      default -> new RequestError(503, "unavailable", code, e.getMessage());
    };
  }
}
