package cloakroom.http;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What is logged above debug until it is closed, with the failure if there is one. */
final class LoggedLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final List<String> lines = new CopyOnWriteArrayList<>();

  LoggedLines() {
    start();
    root.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.INFO)) {
      IThrowableProxy thrown = event.getThrowableProxy();
      lines.add(
          event.getLoggerName()
              + ": "
              + event.getFormattedMessage()
              + (thrown == null ? "" : ": " + thrown.getMessage()));
    }
  }

  List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    root.detachAppender(this);
  }
}
