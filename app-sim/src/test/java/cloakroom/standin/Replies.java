package cloakroom.standin;

import cloakroom.standin.Script.Answer;
import java.util.List;

/** The replies of one session; each ends with how the call went and whether a transaction runs. */
final class Replies {
  /** A statement that a session knows, and how far its rows have been fetched. */
  static final class Cursor {
    final int number;
    final String sql;
    private Answer.Rows result = new Answer.Rows(List.of(), List.of());
    private int fetched;

    Cursor(int number, String sql) {
      this.number = number;
      this.sql = sql;
    }

    void open(Answer.Rows rows) {
      result = rows;
      fetched = 0;
    }

    private List<List<String>> next(int count) {
      int from = fetched;
      fetched = Math.min(result.rows().size(), from + count);
      return result.rows().subList(from, fetched);
    }
  }

  private static final int DESCRIPTION = 16;
  private static final int ROW_HEADER = 6;
  private static final int ROW = 7;
  private static final int PARAMETERS = 8;
  private static final int END_OF_CALL = 4;

  private static final int CALL_ENDED = 1;
  private static final int IN_TRANSACTION = 2;

  private static final int VARCHAR = 1;
  private static final int COLUMN_BYTES = 4000;
  private static final int NO_MORE_ROWS = 1403;

  private int call;
  private boolean inTransaction;

  /** The number that the client gave its call; a reply with another one is misread. */
  void begin(int number) {
    call = number;
  }

  /** The client skips a commit when no transaction runs. */
  void transaction(boolean runs) {
    inTransaction = runs;
  }

  byte[] done() {
    return end(0, "", 0, 0);
  }

  byte[] failed(Answer.Failure failure) {
    return end(failure.code(), failure.message(), 0, 0);
  }

  /** After a statement without rows that is no DML. */
  byte[] executed(Cursor cursor, long rows) {
    return end(0, "", rows, cursor.number);
  }

  /** After DML that changed so many rows. */
  byte[] changed(Cursor cursor, long rows) {
    return new TtcWriter().raw(parameters()).numbers(1, rows).raw(executed(cursor, rows)).bytes();
  }

  /** After a new query: its columns and first rows. */
  byte[] described(Cursor cursor, int count) {
    return new TtcWriter()
        .raw(description(cursor.result.columns()))
        .raw(queried(cursor, count))
        .bytes();
  }

  /** After a query that the client knows. */
  byte[] queried(Cursor cursor, int count) {
    return new TtcWriter()
        .raw(rows(cursor, count))
        .raw(parameters())
        .raw(endOfRows(cursor))
        .bytes();
  }

  byte[] fetched(Cursor cursor, int count) {
    return new TtcWriter().raw(rows(cursor, count)).raw(endOfRows(cursor)).bytes();
  }

  private static byte[] description(List<String> columns) {
    TtcWriter out = new TtcWriter().u8(DESCRIPTION).u8(0);
    out.number(COLUMN_BYTES).number(columns.size()).u8(1);
    int position = 0;
    for (String column : columns) {
      out.u8(VARCHAR).u8(0x80).u8(0).u8(0).number(COLUMN_BYTES).numbers(0, 0, 0, 0);
      out.number(Logon.CHARSET).u8(1).number(COLUMN_BYTES).number(0);
      out.u8(1).u8(column.length()).text(column).numbers(0, 0, ++position, 0);
    }
    return out.numbers(0, 0, 0, 0, 0, 0).bytes();
  }

  private static byte[] rows(Cursor cursor, int count) {
    TtcWriter out = new TtcWriter().u8(ROW_HEADER).u8(0);
    out.number(cursor.result.columns().size()).number(count).numbers(0, 0, 0, 0);
    for (List<String> row : cursor.next(count)) {
      out.u8(ROW);
      row.forEach(value -> value(out, value));
    }
    return out.bytes();
  }

  private static void value(TtcWriter out, String value) {
    if (value == null) {
      out.u8(0);
    } else {
      out.shortText(value);
    }
  }

  /** Six numbers of which the driver reads none, and nothing for three more lists. */
  private static byte[] parameters() {
    return new TtcWriter()
        .u8(PARAMETERS)
        .number(6)
        .numbers(0, 0, 0, 0, 0, 0)
        .numbers(0, 0, 0)
        .bytes();
  }

  /** The end is told along with the last row, never later. */
  private byte[] endOfRows(Cursor cursor) {
    return cursor.fetched == cursor.result.rows().size()
        ? end(NO_MORE_ROWS, "ORA-01403: no data found\n", cursor.fetched, cursor.number)
        : end(0, "", cursor.fetched, cursor.number);
  }

  private byte[] end(int code, String message, long rows, int cursor) {
    TtcWriter out = new TtcWriter().u8(END_OF_CALL);
    out.number(inTransaction ? CALL_ENDED | IN_TRANSACTION : CALL_ENDED).number(0).number(rows);
    out.number(code).numbers(0, 0).number(cursor).number(0).raw(new byte[6]);
    out.numbers(0, 0).u8(0).numbers(0, 0); // no row id
    out.number(0).u8(0).u8(call).numbers(0, 0, 0, 0, 0, 0);
    out.number(code).number(rows);
    return code == 0 ? out.bytes() : out.shortText(message).bytes();
  }
}
