package cloakroom.bench.subject;

import java.sql.Connection;
import java.sql.SQLException;

/** An open {@link Subject}: connections are taken here and given back by closing them. */
public interface Connections extends AutoCloseable {

  /** A connection with autoCommit on, as JDBC has it. */
  Connection take() throws SQLException;

  /** Closes every connection. */
  @Override
  void close();
}
