package cloakroom.connection;

import static com.zaxxer.hikari.SQLExceptionOverride.Override.DO_NOT_EVICT;
import static com.zaxxer.hikari.SQLExceptionOverride.Override.MUST_EVICT;

import cloakroom.database.errors.SqlErrors;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * Has HikariCP evict what our table calls ended and nothing else, as every other source does. Left
 * to itself it would keep Oracle's ORA-02396 and 03135, and evict for each 0A000 of PostgreSQL.
 */
final class HikariEviction implements SQLExceptionOverride {
  @java.lang.Override
  public SQLExceptionOverride.Override adjudicate(SQLException thrown) {
    return SqlErrors.inUse(thrown).endsSession() ? MUST_EVICT : DO_NOT_EVICT;
  }
}
