package cloakroom.app;

/** A user number for which the database has no rows. */
public final class NoSuchRowException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Names the user and the page. */
  NoSuchRowException(long user, Page page) {
    this(user, "on page " + page.path());
  }

  /** Names the user and the place. */
  NoSuchRowException(long user, String where) {
    super(
        "user "
            + user
            + " has no row "
            + where
            + ": users are numbered from 1 to the number of departments");
  }
}
