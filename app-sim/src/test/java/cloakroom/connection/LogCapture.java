package cloakroom.connection;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** Everything written to both kinds of log until it closes: the JDK's, and ours. */
public final class LogCapture implements AutoCloseable {
  private static final java.util.logging.Logger JDK_ROOT = LogManager.getLogManager().getLogger("");

  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Level level = root.getLevel();
  private final ListAppender<ILoggingEvent> ours = new ListAppender<>();
  private final List<LogRecord> jdks = new CopyOnWriteArrayList<>();
  private final Handler handler = new Keeping();

  private final class Keeping extends Handler {
    @Override
    public void publish(LogRecord record) {
      jdks.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private LogCapture() {
    handler.setLevel(java.util.logging.Level.ALL);
    ours.start();
  }

  /** From now on. */
  public static LogCapture begin() {
    LogCapture log = new LogCapture();
    JDK_ROOT.addHandler(log.handler);
    log.root.addAppender(log.ours);
    log.root.setLevel(Level.DEBUG);
    return log;
  }

  /** Lines of loggers whose name begins so, in the JDK's log: the drivers' and UCP's. */
  List<String> linesOf(String prefix) {
    return jdks.stream()
        .filter(record -> record.getLoggerName() != null)
        .filter(record -> record.getLoggerName().startsWith(prefix))
        .map(record -> record.getLoggerName() + ": " + text(record))
        .toList();
  }

  private static String text(LogRecord record) {
    return new SimpleFormatter().formatMessage(record);
  }

  /** All lines, of whatever logger. */
  public String everything() {
    return Stream.concat(
            jdks.stream().map(LogCapture::text),
            List.copyOf(ours.list).stream().map(ILoggingEvent::getFormattedMessage))
        .reduce("", (all, line) -> all + line + "\n");
  }

  @Override
  public void close() {
    JDK_ROOT.removeHandler(handler);
    root.detachAppender(ours);
    root.setLevel(level);
  }
}
