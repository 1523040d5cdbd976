package cloakroom.state;

/**
 * Texts that are whole numbers, amounts with two decimals, or dates of our time, as most attributes
 * of database rows are: as numbers they need less than half the bytes, and compress better. A text
 * is packed only if exactly that text comes back, so {@code 007}, {@code 1.5} and {@code
 * 2026-11-40} stay texts.
 *
 * <p>A packed text is one long: the number, and in its lowest two bits which kind it is.
 */
final class PackedText {
  /** A text that cannot be packed. */
  static final long NONE = -1;

  /** A text of fewer bytes begins with their number plus 1. */
  static final int LONG_TEXT = 0x5E;

  /** A text of that many bytes or more begins with this. */
  static final int LONG_TEXT_TAG = 0x5F;

  private static final int WHOLE = 0;
  private static final int AMOUNT = 1;
  private static final int DATE = 2;
  private static final int KIND_BITS = 2;
  private static final int KINDS = (1 << KIND_BITS) - 1;

  /** First bytes: behind a number or amount come 1 to 8 bytes, which its first byte tells. */
  private static final int FIRST_TAG = 0x60;

  private static final int LONGEST = 8;
  private static final int DATE_TAG = FIRST_TAG + DATE * LONGEST;
  private static final int DATE_LENGTH = 2;

  private static final int MOST_DIGITS = 18;
  private static final long TOO_LARGE = 1_000_000_000_000_000_000L;
  private static final int CENTS = 3;
  private static final int DATE_CHARS = 10;
  private static final int EPOCH = 1970;
  private static final int FIRST_YEAR = 1882;
  private static final int LAST_YEAR = 2057;
  private static final int MONTHS = 12;
  private static final int DAYS = 31;

  private PackedText() {}

  /** The text as a number with its kind; or {@link #NONE}. */
  static long pack(String text) {
    int length = text.length();
    if (length == 0 || length > MOST_DIGITS + 1) {
      return NONE;
    }
    long digits = 0;
    boolean point = false;
    int dashes = 0;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        digits = digits * 10 + (c - '0');
      } else if (c == '.' && i == length - CENTS) {
        point = true;
      } else if (c == '-' && length == DATE_CHARS && (i == 4 || i == 7)) {
        dashes++;
      } else {
        return NONE;
      }
    }
    if (dashes > 0) {
      return dashes == 2 ? date(digits) : NONE;
    }
    int whole = point ? length - CENTS : length;
    boolean leads = whole == 1 || text.charAt(0) != '0';
    boolean fits = point || length <= MOST_DIGITS;
    return whole > 0 && leads && fits ? digits << KIND_BITS | (point ? AMOUNT : WHOLE) : NONE;
  }

  /**
   * Every month has 31 days, so that no calendar is needed; two bytes hold 88 such years on each
   * side of 1970.
   */
  private static long date(long digits) {
    long year = digits / 10_000;
    long month = digits / 100 % 100;
    long day = digits % 100;
    boolean fits = year >= FIRST_YEAR && year <= LAST_YEAR;
    if (!fits || month < 1 || month > MONTHS || day < 1 || day > DAYS) {
      return NONE;
    }
    long days = ((year - EPOCH) * MONTHS + month - 1) * DAYS + day - 1;
    return (days & 0xFFFF) << KIND_BITS | DATE;
  }

  static long value(long packed) {
    return packed >> KIND_BITS;
  }

  /** Bytes that the number needs. */
  static int length(long packed) {
    if ((packed & KINDS) == DATE) {
      return DATE_LENGTH;
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value(packed));
    return Math.max(1, (bits + Byte.SIZE - 1) / Byte.SIZE);
  }

  /** The first byte: which kind, and how many bytes follow. */
  static int tag(long packed) {
    int kind = (int) packed & KINDS;
    return FIRST_TAG + kind * LONGEST + (kind == DATE ? 0 : length(packed) - 1);
  }

  /** How many bytes follow a first byte; an IllegalArgumentException if no value begins with it. */
  static int lengthOf(int tag) {
    if (tag < FIRST_TAG || tag > DATE_TAG) {
      throw new IllegalArgumentException("value that begins with " + (tag & 0xFF));
    }
    return tag == DATE_TAG ? DATE_LENGTH : (tag - FIRST_TAG) % LONGEST + 1;
  }

  /** The text of a number; an IllegalArgumentException if {@link #pack} makes it of none. */
  static String unpack(int tag, long value) {
    if (value < 0 || value >= TOO_LARGE) {
      throw new IllegalArgumentException("number of more than " + MOST_DIGITS + " digits");
    }
    if (tag == DATE_TAG) {
      return dateText((short) value);
    }
    if (length(value << KIND_BITS) != lengthOf(tag)) {
      throw new IllegalArgumentException("number with more bytes than it needs");
    }
    return tag < FIRST_TAG + AMOUNT * LONGEST
        ? Long.toString(value)
        : value / 100 + "." + digit(value / 10) + digit(value);
  }

  private static String dateText(short days) {
    int months = Math.floorDiv(days, DAYS);
    int year = EPOCH + Math.floorDiv(months, MONTHS);
    if (year < FIRST_YEAR || year > LAST_YEAR) {
      throw new IllegalArgumentException("date in the year " + year);
    }
    int month = 1 + Math.floorMod(months, MONTHS);
    int day = 1 + Math.floorMod(days, DAYS);
    return year + "-" + digit(month / 10) + digit(month) + "-" + digit(day / 10) + digit(day);
  }

  private static char digit(long number) {
    return (char) ('0' + number % 10);
  }
}
