package cloakroom.inspector;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** Where an application lets the inspector in, if it does so in code and not by its URL. */
public final class Inspector {
  private Inspector() {}

  /** The data source inspected, as the system properties say; itself if they say off. */
  public static DataSource around(DataSource pool) {
    return around(pool, Map.of());
  }

  /**
   * The data source inspected; itself if the inspector is off, so that nothing stands in between.
   *
   * @param properties such as {@code inspect.sample}; those of the system count more
   * @throws IllegalArgumentException in one line, if one of them is wrong and is not to switch the
   *     inspector off
   */
  public static DataSource around(DataSource pool, Map<String, String> properties) {
    return inspection(properties).map(inspection -> around(pool, inspection)).orElse(pool);
  }

  /** Stands for the data source and inspects what it lends. */
  private static DataSource around(DataSource pool, Inspection inspection) {
    Spy spy =
        new Spy(pool) {
          @Override
          Object on(Object proxy, Method method, Object[] arguments) throws Throwable {
            Object result = call(method, arguments);
            boolean lends = method.getName().equals("getConnection");
            return lends && result instanceof Connection lent && !inspection.isOff()
                ? ConnectionSpy.around(inspection, lent, false)
                : result;
          }
        };
    return spy.as(DataSource.class);
  }

  /** Writes the results now; else they are written every ten seconds and as the process ends. */
  public static void write() {
    Inspection.writeAll();
  }

  /** The inspector of these properties; empty if it is off. */
  static Optional<Inspection> inspection(Map<String, String> properties) {
    Map<String, String> given = Settings.given(properties);
    try {
      return Settings.of(given).map(Inspection::of);
    } catch (IllegalArgumentException wrong) {
      if (!Settings.offOnError(given)) {
        throw wrong;
      }
      Inspection.warn(wrong.getMessage());
      return Optional.empty();
    }
  }
}
