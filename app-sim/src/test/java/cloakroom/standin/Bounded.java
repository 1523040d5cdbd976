package cloakroom.standin;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Work that must not hang. It has a thread of its own, because a driver that waits on a socket
 * hears no interrupt; closing the stand-in sets the thread free.
 */
public final class Bounded {
  private Bounded() {}

  /** The result, or an AssertionError when there is none in time. */
  public static <T> T within(Duration bound, String what, Callable<T> work) {
    return assertTimeoutPreemptively(bound, work::call, what + " hangs");
  }
}
