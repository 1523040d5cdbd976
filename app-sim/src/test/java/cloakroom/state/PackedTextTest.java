package cloakroom.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What is a number, an amount or a date and comes back as the same text; and all that is not. */
final class PackedTextTest {

  @Example
  void numbersAmountsAndDates_comeBackAsTheyWere() {
    for (String text :
        ("0|7|10|255|256|999999999999999999|0.00|0.05|9.99|1234.50|"
                + "9999999999999999.99|2026-11-21|1882-01-01|2057-12-31|2026-02-31")
            .split("\\|", -1)) {
      checkBack(text);
    }
  }

  @Example
  void whatWouldNotComeBack_isNotPacked() {
    for (String text :
        ("| 1|-1|+1|00|007|1000000000000000000|9223372036854775808|.50|1.5|"
                + "1.500|00.50|01.50|1.2.30|99999999999999999.99|1,50|1e3|1881-12-31|"
                + "2058-01-01|2026-13-01|2026-00-01|2026-01-00|2026-01-32|2026-1-01|"
                + "20260-1-01|2026-11.21|2026/11/21|2026-1121|2026-11-21 10:20|"
                + "\u0661\u0662|\uFF11")
            .split("\\|", -1)) {
      assertThat(PackedText.pack(text)).as(text).isEqualTo(PackedText.NONE);
    }
  }

  @Example
  void bytes_areFew() {
    assertThat(size("255")).isEqualTo(1);
    assertThat(size("256")).isEqualTo(2);
    assertThat(size("655.35")).isEqualTo(2);
    assertThat(size("655.36")).isEqualTo(3);
    assertThat(size("2026-11-21")).isEqualTo(2);
    assertThat(size("999999999999999999")).isEqualTo(8);
  }

  private static int size(String text) {
    return PackedText.length(PackedText.pack(text));
  }

  @Provide
  Arbitrary<String> nearlyNumbers() {
    return Arbitraries.strings().withChars("0123456789").withChars(".-").ofMaxLength(21);
  }

  @Example
  void everyDay_comesBack() {
    LocalDate first = LocalDate.of(1882, 1, 1);
    LocalDate last = LocalDate.of(2057, 12, 31);
    first.datesUntil(last.plusDays(1)).map(LocalDate::toString).forEach(PackedTextTest::checkBack);
  }

  @Property(tries = 2_000)
  void anyText_comesBackOrStaysAText(@ForAll("nearlyNumbers") String text) {
    if (PackedText.pack(text) != PackedText.NONE) {
      checkBack(text);
    }
  }

  private static void checkBack(String text) {
    assertThat(back(text)).as(text).isEqualTo(text);
  }

  private static String back(String text) {
    long packed = PackedText.pack(text);
    assertThat(packed).as(text).isNotEqualTo(PackedText.NONE);
    int tag = PackedText.tag(packed);
    assertThat(PackedText.lengthOf(tag)).isEqualTo(PackedText.length(packed));
    return PackedText.unpack(tag, PackedText.value(packed));
  }
}
