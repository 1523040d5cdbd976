package cloakroom.stress.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads comma-separated records one at a time, as JMeter writes them: a field may stand in double
 * quotes, a quote inside is doubled, and a quoted field may run over several lines (RFC 4180).
 */
final class CsvReader implements Closeable {
  private static final int END = -1;

  private final Reader in;
  private final StringBuilder field = new StringBuilder();
  private int ahead;
  private long line = 1;
  private long recordLine = 1;
  private boolean complete = true;

  /** Takes a buffered reader, which {@link #close()} closes. */
  CsvReader(Reader in) throws IOException {
    this.in = in;
    this.ahead = in.read();
  }

  /** The next record, or null at the end; blank lines are passed over. */
  List<String> next() throws IOException {
    while (ahead == '\n' || ahead == '\r') {
      advance();
    }
    return ahead == END ? null : readRecord();
  }

  /** The line on which the last record began, counted from one. */
  long line() {
    return recordLine;
  }

  /** Whether the last record ended with a line break: a writer cut off in mid-line leaves none. */
  boolean complete() {
    return complete;
  }

  private List<String> readRecord() throws IOException {
    recordLine = line;
    List<String> record = new ArrayList<>();
    record.add(readField());
    while (ahead == ',') {
      advance();
      record.add(readField());
    }
    complete = ahead != END;
    return record;
  }

  private String readField() throws IOException {
    field.setLength(0);
    if (ahead == '"') {
      readQuoted();
    }
    while (ahead != ',' && ahead != '\n' && ahead != '\r' && ahead != END) {
      take();
    }
    return field.toString();
  }

  private void readQuoted() throws IOException {
    advance();
    while (ahead != END) {
      if (ahead == '"') {
        advance();
        if (ahead != '"') {
          return;
        }
      }
      take();
    }
  }

  private void take() throws IOException {
    field.append((char) ahead);
    advance();
  }

  private void advance() throws IOException {
    if (ahead == '\n') {
      line++;
    }
    ahead = in.read();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
