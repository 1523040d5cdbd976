package cloakroom.inspector;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** Entry point for an application that starts the inspector in code and not by its URL. */
public final class Inspector {
  private Inspector() {}

  /** Returns the inspected data source, with the settings of the system properties. */
  public static DataSource around(DataSource pool) {
    return around(pool, Map.of());
  }

  /**
   * Returns the inspected data source, or {@code pool} itself if the inspector is off.
   *
   * @param properties such as {@code inspect.sample}; system properties override them
   * @throws IllegalArgumentException if one of them is invalid and inspect.onError is not off
   */
  public static DataSource around(DataSource pool, Map<String, String> properties) {
    return inspection(properties).map(inspection -> around(pool, inspection)).orElse(pool);
  }

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

  /** Returns the inspector of these properties; empty if it is off. */
  static Optional<Inspection> inspection(Map<String, String> properties) {
    Map<String, String> merged = Settings.merge(properties);
    try {
      return Settings.of(merged).map(Inspection::of);
    } catch (IllegalArgumentException invalid) {
      if (!Settings.offOnError(merged)) {
        throw invalid;
      }
      Inspection.warn(invalid.getMessage());
      return Optional.empty();
    }
  }
}
