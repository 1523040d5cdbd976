package cloakroom.http;

import cloakroom.app.CommitInDoubtException;
import cloakroom.app.ConflictException;
import cloakroom.app.NoSuchRowException;
import cloakroom.app.RefusedException;
import cloakroom.connection.ConnectionException;
import cloakroom.contract.ErrorClass;
import cloakroom.module.CheckOutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;

/**
 * A failed request as its client sees it: status, kind, class, code and one line; never a stack
 * trace.
 *
 * @param status HTTP status
 * @param error kind of failure, one of the words that reports count by
 * @param errorClass the key of an {@link ErrorClass} if a connection or the database was the cause,
 *     else an empty text
 * @param code the tier's or ADF's code, or an empty text
 * @param message what happened
 */
record RequestError(int status, String error, String errorClass, String code, String message) {

  private RequestError(int status, String error, String code, String message) {
    this(status, error, "", code, message);
  }

  static RequestError badRequest(String message) {
    return new RequestError(HttpStatus.BAD_REQUEST_400, "badRequest", "", message);
  }

  static RequestError noSession() {
    return noSession("no session, or it has ended; open a page first");
  }

  /** The client's session is lost here, and this answer brings it another one. */
  static RequestError begunAnew() {
    return noSession("the session has ended or its state is lost; a new one has begun");
  }

  private static RequestError noSession(String message) {
    return new RequestError(HttpStatus.CONFLICT_409, "noSession", "JBO-30001", message);
  }

  static RequestError notFound(String path) {
    return notFound(
        path,
        "/departments and /employees, each with /scroll, /change, /commit and /rollback,"
            + " /state-kinds, and /logout");
  }

  static RequestError notFound(String path, String choices) {
    return new RequestError(
        HttpStatus.NOT_FOUND_404, "notFound", "", path + " is not here; there are " + choices);
  }

  static RequestError wrongMethod(String method, String allowed) {
    return new RequestError(
        HttpStatus.METHOD_NOT_ALLOWED_405,
        "badRequest",
        "",
        method + " is not allowed here; use " + allowed);
  }

  static RequestError of(Throwable thrown) {
    RequestError error = withoutClass(thrown);
    return ConnectionException.in(thrown).map(cause -> error.with(cause.kind())).orElse(error);
  }

  private RequestError with(ErrorClass cause) {
    return new RequestError(status, error, cause.key(), code, message);
  }

  private static RequestError withoutClass(Throwable thrown) {
    if (thrown instanceof SessionEntry.RefusedException e) {
      return ofQueue(e);
    }
    if (thrown instanceof CheckOutException e) {
      return ofCheckOut(e);
    }
    if (thrown instanceof ConflictException e) {
      return new RequestError(
          HttpStatus.CONFLICT_409, "conflict", codeIn(e.getMessage()), e.getMessage());
    }
    if (thrown instanceof CommitInDoubtException e) {
      return new RequestError(
          e.getCause() == null ? HttpStatus.CONFLICT_409 : HttpStatus.SERVICE_UNAVAILABLE_503,
          "commitInDoubt",
          "",
          e.getMessage());
    }
    if (thrown instanceof RefusedException e) {
      return new RequestError(HttpStatus.CONFLICT_409, "refused", "", e.getMessage());
    }
    if (thrown instanceof NoSuchRowException e) {
      return badRequest(e.getMessage());
    }
    if (thrown instanceof ConnectionException e) {
      return ofConnection(e, "");
    }
    if (thrown instanceof StateCookie.RefusedException e) {
      return badRequest(e.getMessage());
    }
    if (thrown instanceof HttpException e) {
      return new RequestError(e.getCode(), "badRequest", "", String.valueOf(e.getReason()));
    }
    return new RequestError(
        HttpStatus.INTERNAL_SERVER_ERROR_500, "internal", "", "the request failed; see the log");
  }

  private static RequestError ofQueue(SessionEntry.RefusedException e) {
    return e.full()
        ? new RequestError(HttpStatus.TOO_MANY_REQUESTS_429, "tooManyRequests", "", e.getMessage())
        : new RequestError(
            HttpStatus.SERVICE_UNAVAILABLE_503, "checkoutTimeout", "JBO-30003", e.getMessage());
  }

  private static RequestError ofCheckOut(CheckOutException e) {
    String code = e.reason().code();
    return switch (e.reason()) {
      case TIMEOUT, SESSION_BUSY ->
          new RequestError(
              HttpStatus.SERVICE_UNAVAILABLE_503, "checkoutTimeout", code, e.getMessage());
      case ACTIVATION ->
          ConnectionException.in(e)
              .map(cause -> ofConnection(cause, code))
              .orElseGet(
                  () ->
                      new RequestError(
                          HttpStatus.INTERNAL_SERVER_ERROR_500,
                          "activation",
                          code,
                          e.getMessage()));
      case CONFLICT -> new RequestError(HttpStatus.CONFLICT_409, "conflict", code, e.getMessage());
      case ENDED -> noSession();
      case CLOSED, PASSIVATION ->
          new RequestError(HttpStatus.SERVICE_UNAVAILABLE_503, "unavailable", code, e.getMessage());
      case CONNECTION -> ofConnection((ConnectionException) e.getCause(), code);
    };
  }

  private static RequestError ofConnection(ConnectionException e, String code) {
    return switch (e.kind()) {
      case POOL_EXHAUSTED, POOL_OR_PROCESS_LIMIT -> unavailable("poolExhausted", code, e);
      case LOCK, SERIALIZATION ->
          new RequestError(HttpStatus.CONFLICT_409, "conflict", code, e.getMessage());
      default -> unavailable("unavailable", code, e);
    };
  }

  private static RequestError unavailable(String error, String code, ConnectionException e) {
    return new RequestError(HttpStatus.SERVICE_UNAVAILABLE_503, error, code, e.getMessage());
  }

  private static String codeIn(String message) {
    int end = message.indexOf(':');
    return end < 0 ? "" : message.substring(0, end);
  }
}
