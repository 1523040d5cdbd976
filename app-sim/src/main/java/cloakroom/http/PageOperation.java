package cloakroom.http;

import cloakroom.app.Page;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What is done on a page, and where: {@code /departments} opens that page, {@code
 * /departments/commit} commits on it. All addresses are known beforehand, so that a request's is
 * looked up and not taken apart.
 *
 * @param page on which
 * @param kind what
 */
record PageOperation(Page page, Kind kind) {
  /** An operation. */
  enum Kind {
    OPEN,
    SCROLL,
    CHANGE,
    COMMIT,
    ROLLBACK;

    private String below(Page page) {
      return "/" + page.path() + (this == OPEN ? "" : "/" + name().toLowerCase(Locale.ROOT));
    }
  }

  private static final Map<String, PageOperation> ALL = all();

  private static Map<String, PageOperation> all() {
    Map<String, PageOperation> all = new HashMap<>();
    for (Page page : Page.values()) {
      for (Kind kind : Kind.values()) {
        all.put(kind.below(page), new PageOperation(page, kind));
      }
    }
    return all;
  }

  /** The operation at this address, or null. */
  static PageOperation at(String path) {
    return ALL.get(path);
  }
}
