package cloakroom.connection;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

public final class LogCapture implements AutoCloseable {
  private static final java.util.logging.Logger JDK_ROOT = LogManager.getLogManager().getLogger("");
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Level before = root.getLevel();
  private final ListAppender<ILoggingEvent> ours = new ListAppender<>();
  private final List<LogRecord> jdks = new CopyOnWriteArrayList<>();
  private final Handler handler = new RecordingHandler();

  private final class RecordingHandler extends Handler {
    @Override
    public void publish(LogRecord record) {
      jdks.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private LogCapture(Level level) {
    handler.setLevel(java.util.logging.Level.ALL);
    JDK_ROOT.addHandler(handler);
    ours.list = new CopyOnWriteArrayList<>();
    ours.start();
    root.addAppender(ours);
    root.setLevel(level == null ? before : level);
  }

  public static LogCapture begin() {
    return new LogCapture(Level.DEBUG);
  }

  public static LogCapture atPresentLevel() {
    return new LogCapture(null);
  }

  /** Returns Cloakroom's lines above debug, with their exceptions. */
  public List<String> lines() {
    return ours.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.INFO))
        .map(event -> event.getLoggerName() + " " + event + thrown(event.getThrowableProxy()))
        .toList();
  }

  public List<String> traces() {
    return ours.list.stream()
        .map(ILoggingEvent::getThrowableProxy)
        .filter(Objects::nonNull)
        .map(IThrowableProxy::getClassName)
        .toList();
  }

  private static String thrown(IThrowableProxy failure) {
    return failure == null ? "" : ": " + failure.getMessage();
  }

  /** Returns lines of the JDK's log by prefix of the logger: drivers and UCP. */
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

  public String everything() {
    return Stream.concat(
            jdks.stream().map(LogCapture::text),
            ours.list.stream().map(ILoggingEvent::getFormattedMessage))
        .reduce("", (all, line) -> all + line + "\n");
  }

  @Override
  public void close() {
    JDK_ROOT.removeHandler(handler);
    root.detachAppender(ours);
    root.setLevel(before);
  }
}
