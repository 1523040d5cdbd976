package cloakroom.standin;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.standin.Logon.Verifier;
import cloakroom.standin.TnsListener.Reply;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A stand-in for an Oracle database, good enough for the real thin driver and the pools above it to
 * log on, ping, execute, fetch, commit, roll back and log off. Everything is kept in a {@link
 * Journal}, and a {@link Script} says what goes wrong.
 *
 * <p>It shows what driver and pools do: what they send, how they take an error, which session they
 * give away. It understands no SQL, so it proves no statement; its times are nobody's. Not there:
 * other types than VARCHAR2, values of binds, OUT parameters, LOBs, cancelling, the hand-over of
 * DRCP's servers, failover.
 */
public final class OracleStandIn implements AutoCloseable {
  /** Its service; any other name is served as well. */
  public static final String SERVICE = "sales";

  public static final String USER = "scott";

  /** Of the one user; whoever brings another one gets ORA-01017. */
  public static final String PASSWORD = "tiger-17-secret";

  private static final Verifier VERIFIER = verifier();

  private final Script script = new Script();
  private final Journal journal = new Journal();
  private final AtomicInteger sessions = new AtomicInteger();
  private final TnsListener listener = new TnsListener(Reply.accept(), this::serve);

  private static Verifier verifier() {
    try {
      return new Verifier(PASSWORD);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private void serve(TnsConnection client) throws Exception {
    new OracleSession(sessions.incrementAndGet(), client, VERIFIER, script, journal).run();
  }

  /** What it answers. */
  public Script script() {
    return script;
  }

  /** What it was asked. */
  public Journal journal() {
    return journal;
  }

  /** In front of the sessions; it can refuse, be silent, and so on. */
  public TnsListener listener() {
    return listener;
  }

  /** The URL of {@link #SERVICE}, the server type left open. */
  public String url() {
    return listener.url("/" + SERVICE);
  }

  /** A session of the bare driver, without anything of ours or a pool's around it. */
  static Connection connect(String url) throws SQLException {
    Properties all = new Properties();
    all.setProperty("user", USER);
    all.setProperty("password", PASSWORD);
    all.setProperty("oracle.jdbc.diagnostic.enableDiagnoseFirstFailure", "false");
    all.setProperty("autoCommit", "false");
    return DriverManager.getConnection(url, all);
  }

  /** How its log-on fails. */
  static SQLException refusal(String url) {
    return catchThrowableOfType(SQLException.class, () -> connect(url).close());
  }

  /** Fails if anything in here failed. */
  @Override
  public void close() {
    listener.close();
  }
}
