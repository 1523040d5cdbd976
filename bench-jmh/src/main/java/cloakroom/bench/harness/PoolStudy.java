package cloakroom.bench.harness;

import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** A benchmark that compares a pool of one connection with none, by doing one thing many times. */
public abstract class PoolStudy extends LoopStudy {
  /** Name of the parameter that chooses the pool. */
  public static final String SUBJECT = "subject";

  /** The way to come by a connection. */
  @Param({"UNPOOLED", "HIKARI", "UCP"})
  public Subject subject;

  private Connections connections;

  /** What a pool is told; it has its connection before the clock runs. */
  protected SubjectSettings settings() {
    return SubjectSettings.full(1);
  }

  @Setup(Level.Trial)
  public final void openSubject() throws SQLException {
    connections = subject.open(database(), settings());
    if (subject != Subject.UNPOOLED && settings().minimum() > 0) {
      shareProcessor();
    }
  }

  @TearDown(Level.Trial)
  public final void closeSubject() {
    connections.close();
  }

  protected final Connections connections() {
    return connections;
  }
}
