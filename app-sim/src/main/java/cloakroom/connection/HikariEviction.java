package cloakroom.connection;

import static com.zaxxer.hikari.SQLExceptionOverride.Override.CONTINUE_EVICT;
import static com.zaxxer.hikari.SQLExceptionOverride.Override.MUST_EVICT;

import cloakroom.connection.ConnectionException.Kind;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/** Has HikariCP evict what our table calls dead, beyond what it knows by itself. */
final class HikariEviction implements SQLExceptionOverride {
  @java.lang.Override
  public SQLExceptionOverride.Override adjudicate(SQLException thrown) {
    return SqlErrors.inUse(thrown) == Kind.SESSION_DEAD ? MUST_EVICT : CONTINUE_EVICT;
  }
}
