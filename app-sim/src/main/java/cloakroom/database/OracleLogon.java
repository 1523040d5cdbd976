package cloakroom.database;

import java.sql.Connection;
import java.sql.SQLException;

/** How sessions of a started Oracle are opened: by its driver, or by a test's stand-in. */
@FunctionalInterface
interface OracleLogon {
  /** Oracle's driver. */
  OracleLogon DRIVER = Connecting::open;

  /** As whom. */
  enum Role {
    /** An ordinary user. */
    USER,
    /** SYS, who may do everything, also in the root container. */
    SYSDBA
  }

  /** Opens one session; the caller closes it. */
  Connection open(String url, String user, Password password, Role role) throws SQLException;
}
