package cloakroom.inspector;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** Entry point for an application that starts the inspector in code, not by a JDBC URL. */
public final class Inspector {
  private Inspector() {}

  /** Returns an inspected data source, configured by system properties. */
  public static DataSource around(DataSource pool) {
    return around(pool, Map.of());
  }

  /**
   * Returns the inspected data source, or {@code pool} if the inspector is off. System properties
   * override {@code properties}. Throws for an invalid value unless inspect.onError is off.
   */
  public static DataSource around(DataSource pool, Map<String, String> properties) {
    return inspection(properties).map(inspection -> around(pool, inspection)).orElse(pool);
  }

  private static DataSource around(DataSource pool, Inspection inspection) {
    return new Spy(pool) {
      @Override
      Object on(Object proxy, Method method, Object[] arguments) throws Throwable {
        Object result = call(method, arguments);
        boolean lends = method.getName().equals("getConnection");
        return lends && result instanceof Connection lent && !inspection.isOff()
            ? ConnectionSpy.around(inspection, lent, false)
            : result;
      }
    }.as(DataSource.class);
  }

  /** Writes the result files now, not only every ten seconds and at the end of the process. */
  public static void write() {
    Inspection.writeAll();
  }

  /** Returns the inspector; empty if it is off. Invalid properties throw or disable it. */
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
