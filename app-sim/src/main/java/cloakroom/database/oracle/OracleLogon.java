package cloakroom.database.oracle;

import cloakroom.database.Connecting;
import cloakroom.database.Password;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** How sessions of a started Oracle are opened: by its driver, or by a test's stand-in. */
@FunctionalInterface
interface OracleLogon {
  /** Oracle's driver. */
  OracleLogon DRIVER =
      (url, user, password, role) -> Connecting.open(url, user, password, role.properties());

  /** As whom. */
  enum Role {
    /** An ordinary user. */
    USER,
    /** SYS, who may do everything, also in the root container. */
    SYSDBA;

    private Map<String, String> properties() {
      return this == SYSDBA ? Map.of("internal_logon", "sysdba") : Map.of();
    }
  }

  /** Opens one session; the caller closes it. */
  Connection open(String url, String user, Password password, Role role) throws SQLException;
}
