package cloakroom.bench.harness;

import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Benchmark that compares a pool of one connection with unpooled connections. */
public abstract class PoolStudy extends LoopStudy {
  public static final String SUBJECT = "subject";

  @Param({"UNPOOLED", "HIKARI", "UCP"})
  public Subject subject;

  protected Connections connections;

  /** Returns the settings of the pool; its connection is open before the measurement starts. */
  protected SubjectSettings settings() {
    return SubjectSettings.full(1);
  }

  @Setup
  public final void openSubject() throws SQLException {
    connections = subject.open(database(), settings());
  }

  @TearDown
  public final void closeSubject() {
    connections.close();
  }
}
