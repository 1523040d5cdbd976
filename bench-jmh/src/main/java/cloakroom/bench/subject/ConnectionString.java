package cloakroom.bench.subject;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A connection string in the one spelling that all its spellings have in common: no blanks around
 * its parts, settings in alphabetical order with their names in lower case, no port where it is the
 * usual one. It is a key to compare by and not a string to connect with.
 *
 * <p>Both forms are understood: JDBC URLs ({@code jdbc:postgresql://HOST/NAME?a=b&c=d}) and lists
 * of settings ({@code Server=HOST;Database=NAME}). Values keep their case and their inner blanks. A
 * setting that is given twice stays there twice, in its order, because drivers disagree on which
 * one counts.
 */
public final class ConnectionString {
  /** The port that follows a host and ends its part of the address. */
  private static final Pattern POSTGRES_PORT = Pattern.compile("(?<=[\\w\\]]):5432(?=[,/]|$)");

  private static final Pattern ORACLE_PORT = Pattern.compile("(?<=[\\w\\]]):1521(?=[,/]|$)");

  private static final Pattern HEAD = Pattern.compile("(?i)jdbc:[a-z]+:");

  private ConnectionString() {}

  /** The common spelling. */
  public static String normalised(String written) {
    String text = written.strip();
    if (!HEAD.matcher(text).lookingAt()) {
      return settings(text, ";");
    }
    int question = text.indexOf('?');
    if (question < 0) {
      return address(text);
    }
    String rest = settings(text.substring(question + 1), "&");
    return address(text.substring(0, question)) + (rest.isEmpty() ? "" : "?" + rest);
  }

  private static String address(String written) {
    String text = written.strip();
    Matcher head = HEAD.matcher(text);
    String scheme = head.lookingAt() ? head.group().toLowerCase(Locale.ROOT) : "";
    String rest = text.substring(scheme.length()).strip();
    return scheme + usualPort(scheme).matcher(rest).replaceAll("");
  }

  private static Pattern usualPort(String scheme) {
    return scheme.equals("jdbc:oracle:") ? ORACLE_PORT : POSTGRES_PORT;
  }

  private static String settings(String written, String separator) {
    List<Setting> all = new ArrayList<>();
    for (String part : written.split(separator, -1)) {
      if (!part.isBlank()) {
        all.add(Setting.of(part));
      }
    }
    all.sort(Comparator.comparing(Setting::name));
    return String.join(separator, all.stream().map(Setting::toString).toList());
  }

  private record Setting(String name, String value) {
    static Setting of(String written) {
      int equals = written.indexOf('=');
      return equals < 0
          ? new Setting(name(written), "")
          : new Setting(name(written.substring(0, equals)), written.substring(equals + 1).strip());
    }

    private static String name(String written) {
      return written.strip().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
      return name + "=" + value;
    }
  }
}
