package cloakroom.standin;

import cloakroom.standin.Journal.Call;
import cloakroom.standin.Journal.Call.Kind;
import cloakroom.standin.Logon.Verifier;
import cloakroom.standin.Replies.Cursor;
import cloakroom.standin.Script.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One session of an {@link OracleStandIn}: takes the driver's messages apart and answers them. */
final class OracleSession {
  private static final int PROTOCOL = 1;
  private static final int DATA_TYPES = 2;
  private static final int FUNCTION = 3;
  private static final int PIGGYBACK = 0x11;

  private static final int EXECUTE_AGAIN = 0x04;
  private static final int FETCH = 0x05;
  private static final int LOGOFF = 0x09;
  private static final int COMMIT = 0x0e;
  private static final int ROLLBACK = 0x0f;
  private static final int QUERY_AGAIN = 0x4e;
  private static final int EXECUTE = 0x5e;
  private static final int LOGON_PROOF = 0x73;
  private static final int LOGON_BEGIN = 0x76;
  private static final int PING = 0x93;

  private static final int WRONG_PASSWORD = 1017;

  private static final Pattern OPENS_TRANSACTION =
      Pattern.compile("(?is)\\s*(?:insert|update|delete|merge)\\b.*|.*\\bfor\\s+update\\b.*");
  private static final Pattern DML =
      Pattern.compile("(?is)\\s*(?:insert|update|delete|merge)\\b.*");

  private final int number;
  private final TnsConnection client;
  private final Script script;
  private final Journal journal;
  private final Logon logon;
  private final Replies replies = new Replies();
  private final Map<Integer, Cursor> cursors = new HashMap<>();

  OracleSession(
      int number, TnsConnection client, Verifier verifier, Script script, Journal journal) {
    this.number = number;
    this.client = client;
    this.script = script;
    this.journal = journal;
    this.logon = new Logon(number, verifier);
  }

  /** Serves the client until it leaves, which ends this by an EOFException. */
  void run() throws IOException, GeneralSecurityException {
    while (true) {
      byte[] packet = client.read();
      int body = TnsConnection.HEADER + TnsConnection.DATA_FLAGS;
      if (TnsConnection.type(packet) == TnsConnection.DATA && packet.length > body) {
        receive(new TtcReader(packet, body));
      }
    }
  }

  private void receive(TtcReader message) throws IOException, GeneralSecurityException {
    int type = message.u8();
    switch (type) {
      case PROTOCOL -> answer(call(Kind.NEGOTIATION, ""), Logon.protocol());
      case DATA_TYPES -> answer(call(Kind.NEGOTIATION, ""), Logon.dataTypes());
      case FUNCTION -> function(message);
      case PIGGYBACK -> piggybacks(message);
      default ->
          throw new AssertionError("a message of type " + type + ", which the stand-in cannot");
    }
  }

  private void piggybacks(TtcReader message) throws IOException, GeneralSecurityException {
    Piggybacks found = Piggybacks.read(message);
    found.texts().forEach(text -> journal.add(call(Kind.PIGGYBACK, text)));
    if (found.isFollowed()) {
      function(message);
    }
  }

  private void function(TtcReader message) throws IOException, GeneralSecurityException {
    int function = message.u8();
    replies.begin(message.u8());
    switch (function) {
      case LOGON_BEGIN -> {
        logon.read(message.rest());
        answer(call(Kind.NEGOTIATION, ""), joined(logon.challenge(), replies.done()));
      }
      case LOGON_PROOF -> logOn(message);
      case EXECUTE -> execute(Execute.read(message));
      case EXECUTE_AGAIN, QUERY_AGAIN -> execute(Execute.readShort(message));
      case FETCH -> fetch((int) message.number(), (int) message.number());
      case COMMIT -> endTransaction(Kind.COMMIT);
      case ROLLBACK -> endTransaction(Kind.ROLLBACK);
      case PING -> answer(entered(Kind.PING, ""), replies.done());
      case LOGOFF -> answer(entered(Kind.LOGOFF, ""), replies.done());
      default -> answer(entered(Kind.OTHER, Integer.toHexString(function)), replies.done());
    }
  }

  private void logOn(TtcReader message) throws IOException, GeneralSecurityException {
    logon.read(message.rest());
    journal.addLogon(logon.attributes());
    Call call = entered(Kind.LOGON, "");
    if (logon.isProved()) {
      answer(call, joined(logon.welcome(), replies.done()));
    } else {
      client.writeData(replies.failed(new Answer.Failure(WRONG_PASSWORD)));
    }
  }

  private void execute(Execute request) throws IOException {
    boolean known = request.sql().isEmpty();
    Cursor cursor = known ? cursors.get(request.cursor()) : parsed(request.sql());
    String commit = request.commits() ? " (and commit)" : "";
    Call call = entered(known ? Kind.REEXECUTION : Kind.STATEMENT, cursor.sql + commit);
    Answer answer = script.answerTo(call);
    if (answer instanceof Answer.Rows rows) {
      cursor.open(rows);
      noteTransaction(cursor, request);
      client.writeData(
          known
              ? replies.queried(cursor, request.rows())
              : replies.described(cursor, request.rows()));
    } else if (answer instanceof Answer.Done done) {
      noteTransaction(cursor, request);
      boolean dml = DML.matcher(cursor.sql).matches();
      client.writeData(
          dml ? replies.changed(cursor, done.rows()) : replies.executed(cursor, done.rows()));
    } else {
      goWrong(answer);
    }
  }

  private Cursor parsed(String sql) {
    Cursor cursor = new Cursor(cursors.size() + 1, sql);
    cursors.put(cursor.number, cursor);
    return cursor;
  }

  private void noteTransaction(Cursor cursor, Execute request) {
    if (OPENS_TRANSACTION.matcher(cursor.sql).matches()) {
      replies.transaction(!request.commits());
    }
  }

  private void fetch(int number, int rows) throws IOException {
    Call call = entered(Kind.FETCH, "" + rows);
    Answer answer = script.answerTo(call);
    if (answer instanceof Answer.Done) {
      client.writeData(replies.fetched(cursors.get(number), rows));
    } else {
      goWrong(answer);
    }
  }

  private void endTransaction(Kind kind) throws IOException {
    Answer answer = script.answerTo(entered(kind, ""));
    if (answer instanceof Answer.Done) {
      replies.transaction(false);
      client.writeData(replies.done());
    } else {
      goWrong(answer);
    }
  }

  /** Answers as ever, if the script has nothing else to say. */
  private void answer(Call call, byte[] usual) throws IOException {
    Answer answer = script.answerTo(call);
    if (answer instanceof Answer.Done) {
      client.writeData(usual);
    } else {
      goWrong(answer);
    }
  }

  private void goWrong(Answer answer) throws IOException {
    if (answer instanceof Answer.Failure failure) {
      client.writeData(replies.failed(failure));
    } else if (answer instanceof Answer.HangUp) {
      client.hangUp();
    } else if (answer instanceof Answer.Silence) {
      client.staySilent();
    } else {
      throw new AssertionError(answer + " is no answer to this call");
    }
  }

  private Call entered(Kind kind, String text) {
    Call call = call(kind, text);
    journal.add(call);
    return call;
  }

  private Call call(Kind kind, String text) {
    return new Call(number, kind, text);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    return new TtcWriter().raw(first).raw(second).bytes();
  }

  /**
   * A request to execute a statement.
   *
   * @param cursor number under which the session knows the statement; 0 for a new one
   * @param sql its text; empty if the session knows it
   * @param rows of a query that the answer may bring along
   * @param commits whether the statement is to be committed at once
   */
  private record Execute(int cursor, String sql, int rows, boolean commits) {
    private static final int COMMIT = 0x100;
    private static final int COMMIT_AGAIN = 1;

    /** Reads the request from behind its number; single bytes tell whether a field is used. */
    static Execute read(TtcReader request) {
      long options = request.number();
      int cursor = (int) request.number();
      request.skip(1);
      int length = (int) request.number();
      request.skip(1);
      request.number();
      request.skip(2);
      request.number();
      int rows = (int) request.number();
      request.number();
      // binds, definitions, registrations, and how often it is executed: once, never a batch
      for (int bytes : new int[] {1, 6, 0, 3, 1, 0, 1}) {
        request.skip(bytes);
        request.number();
      }
      request.skip(6);
      return new Execute(cursor, request.text(length), rows, (options & COMMIT) != 0);
    }

    /** Reads the short form, for a statement that needs nothing new. */
    static Execute readShort(TtcReader request) {
      int cursor = (int) request.number();
      int rows = (int) request.number();
      request.number();
      return new Execute(cursor, "", rows, (request.number() & COMMIT_AGAIN) != 0);
    }
  }

  /**
   * What rides in front of a call. Where one ends is not told, so the call is looked for; of each
   * piggyback its number and its readable parts are kept.
   *
   * @param texts each a number in hex, and what can be read
   * @param isFollowed whether a call follows
   */
  private record Piggybacks(List<String> texts, boolean isFollowed) {
    /** Another piggyback, or one of the calls that a session answers. */
    private static final Pattern NEXT =
        Pattern.compile(
            "\\x11[\\x68-\\x6b\\x78\\x87\\xaa-\\xbf]|\\x03[\\x04\\x05\\x09\\x0e\\x0f\\x4a\\x4e\\x5e\\x60\\x68\\x93]");

    private static final Pattern READABLE = Pattern.compile("[ -~]{2,}");
    private static final char PIGGYBACK = 0x11;

    /** Reads from behind the first one's type, up to the number of the call. */
    static Piggybacks read(TtcReader message) {
      List<String> texts = new ArrayList<>();
      String rest = message.rest();
      Matcher next = NEXT.matcher(rest);
      int from = 0;
      while (next.find(from + 2)) {
        texts.add(text(rest.substring(from, next.start())));
        from = next.start() + 1;
        if (rest.charAt(next.start()) != PIGGYBACK) {
          message.skip(from);
          return new Piggybacks(texts, true);
        }
      }
      texts.add(text(rest.substring(from)));
      return new Piggybacks(texts, false);
    }

    private static String text(String piggyback) {
      StringBuilder text = new StringBuilder(Integer.toHexString(piggyback.charAt(0)));
      Matcher readable = READABLE.matcher(piggyback.substring(2));
      while (readable.find()) {
        text.append(' ').append(readable.group());
      }
      return text.toString();
    }
  }

  /** Reads the values that {@link TtcWriter} writes. */
  private static final class TtcReader {
    private final byte[] bytes;
    private int at;

    TtcReader(byte[] bytes, int at) {
      this.bytes = bytes;
      this.at = at;
    }

    int u8() {
      return Byte.toUnsignedInt(bytes[at++]);
    }

    long number() {
      int length = u8();
      long value = 0;
      for (int i = 0; i < length; i++) {
        value = value << 8 | u8();
      }
      return value;
    }

    void skip(int count) {
      at += count;
    }

    /** The next so many bytes, which must be a text: else the fields before it were misread. */
    String text(int length) {
      String text = new String(bytes, at, length, StandardCharsets.ISO_8859_1);
      if (text.chars().anyMatch(c -> c < ' ' && !Character.isWhitespace(c))) {
        throw new AssertionError("no text where the stand-in expects one: " + rest());
      }
      at += length;
      return text;
    }

    /** Everything from here to the end, a character per byte. */
    String rest() {
      return new String(bytes, at, bytes.length - at, StandardCharsets.ISO_8859_1);
    }
  }
}
