package cloakroom.stress.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The load before the measured one, which is in no figure.
 *
 * @param users warm-up users; 0 for no warm-up
 * @param iterations changes and commits for each of them on each page
 */
record WarmUp(int users, int iterations) {
  static final WarmUp NONE = new WarmUp(0, 0);

  /**
   * 800 changes and commits, so that the JIT compilers of tier and generator have seen the hot code
   * before anything counts. It lasts about six seconds at a think time of 300 ms, ramp-up aside.
   */
  static final WarmUp DEFAULT = new WarmUp(40, 10);

  /** The same with no more users than the measured load has. */
  WarmUp within(int limit) {
    return new WarmUp(Math.min(users, limit), iterations);
  }

  @Override
  public String toString() {
    return users == 0 ? "0" : users + "x" + iterations;
  }

  /** Reads {@code 40x20} or {@code 0}. */
  static final class Converter implements ITypeConverter<WarmUp> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,6})x(\\d{1,6})");

    @Override
    public WarmUp convert(String text) {
      Matcher matcher = FORM.matcher(text);
      if (text.equals("0")) {
        return NONE;
      }
      if (!matcher.matches() || text.startsWith("0") || text.contains("x0")) {
        throw new TypeConversionException(
            "'" + text + "' is not a warm-up: <users>x<iterations> such as 40x20, or 0 for none");
      }
      return new WarmUp(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }
  }
}
