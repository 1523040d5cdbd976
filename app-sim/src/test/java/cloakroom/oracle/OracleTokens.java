package cloakroom.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The words, literals and symbols of a text of SQL or PL/SQL, without its comments. */
final class OracleTokens {
  /** What a token is. */
  enum Kind {
    WORD,
    LITERAL,
    SYMBOL
  }

  /**
   * One token.
   *
   * @param text a word in lower case, what a literal says, or the symbol
   * @param offset where it begins in the text
   */
  record Token(Kind kind, String text, int offset) {
    boolean is(String wanted) {
      return kind != Kind.LITERAL && text.equals(wanted);
    }

    boolean isLiteral() {
      return kind == Kind.LITERAL;
    }

    boolean isWord() {
      return kind == Kind.WORD;
    }
  }

  private static final List<String> LONG_SYMBOLS = List.of("=>", "||", ":=", "<>", "..");

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int position;

  private OracleTokens(String text) {
    this.text = text;
  }

  static List<Token> of(String text) {
    OracleTokens reader = new OracleTokens(text);
    while (reader.position < text.length()) {
      reader.step();
    }
    return reader.tokens;
  }

  private void step() {
    char c = text.charAt(position);
    if (Character.isWhitespace(c)) {
      position++;
    } else if (text.startsWith("--", position)) {
      position = after("\n", position);
    } else if (text.startsWith("/*", position)) {
      position = after("*/", position + 2);
    } else if (c == '\'') {
      literal();
    } else if (text.regionMatches(true, position, "q'", 0, 2)) {
      alternativeLiteral();
    } else if (Character.isLetter(c) || c == '"') {
      word();
    } else {
      symbol();
    }
  }

  private void literal() {
    int from = position;
    StringBuilder content = new StringBuilder();
    position++;
    while (position < text.length() && (text.charAt(position) != '\'' || isDoubled())) {
      position += text.charAt(position) == '\'' ? 1 : 0;
      content.append(text.charAt(position++));
    }
    position++;
    tokens.add(new Token(Kind.LITERAL, content.toString(), from));
  }

  private boolean isDoubled() {
    return text.startsWith("''", position);
  }

  private void alternativeLiteral() {
    char open = text.charAt(position + 2);
    int bracket = "[{(<".indexOf(open);
    String close = (bracket < 0 ? open : "]})>".charAt(bracket)) + "'";
    int end = after(close, position + 3);
    tokens.add(
        new Token(Kind.LITERAL, text.substring(position + 3, end - close.length()), position));
    position = end;
  }

  private void word() {
    int from = position;
    if (text.charAt(position) == '"') {
      position = after("\"", position + 1);
    } else {
      while (position < text.length() && isOfWord(text.charAt(position))) {
        position++;
      }
    }
    String word = text.substring(from, position).toLowerCase(Locale.ROOT);
    tokens.add(new Token(Kind.WORD, word, from));
  }

  static boolean isOfWord(char c) {
    return Character.isLetterOrDigit(c) || "_$#".indexOf(c) >= 0;
  }

  private void symbol() {
    String symbol =
        LONG_SYMBOLS.stream()
            .filter(known -> text.startsWith(known, position))
            .findFirst()
            .orElse(text.substring(position, position + 1));
    tokens.add(new Token(Kind.SYMBOL, symbol, position));
    position += symbol.length();
  }

  private int after(String end, int from) {
    int found = text.indexOf(end, from);
    return found < 0 ? text.length() : found + end.length();
  }
}
