package cloakroom.stress.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.jmeter.save.CSVSaveService;
import org.junit.jupiter.api.Test;

final class CsvReaderTest {
  private static List<List<String>> read(String text) throws IOException {
    List<List<String>> records = new ArrayList<>();
    try (CsvReader reader = new CsvReader(new StringReader(text))) {
      for (List<String> next = reader.next(); next != null; next = reader.next()) {
        records.add(next);
      }
    }
    return records;
  }

  @Test
  void fields_areSplitAtCommas() throws IOException {
    assertThat(read("a,b,,d\n1,,3,\n"))
        .containsExactly(List.of("a", "b", "", "d"), List.of("1", "", "3", ""));
  }

  @Test
  void quotedFields_mayHoldCommasQuotesAndLineBreaks() throws IOException {
    assertThat(read("\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\"\n"))
        .containsExactly(List.of("a,b", "say \"hi\"", "two\nlines"));
  }

  @Test
  void lineBreaksOfBothKinds_endARecord() throws IOException {
    assertThat(read("a,b\r\n\r\nc,d")).containsExactly(List.of("a", "b"), List.of("c", "d"));
  }

  @Test
  void aRecordWithoutLineBreak_isNotComplete() throws IOException {
    try (CsvReader reader = new CsvReader(new StringReader("a,b\nc,"))) {
      reader.next();
      assertThat(reader.complete()).isTrue();
      reader.next();
      assertThat(reader.complete()).isFalse();
    }
  }

  @Property(tries = 300)
  void whatJMeterQuotes_isReadBack(@ForAll("records") List<List<String>> records)
      throws IOException {
    String text =
        records.stream().map(CsvReaderTest::quoted).collect(Collectors.joining("\n", "", "\n"));
    assertThat(read(text)).isEqualTo(records);
  }

  @Property(tries = 300)
  void recordsOnOneLine_areReadAsJMeterReadsThem(@ForAll("records") List<List<String>> records)
      throws IOException {
    String line = quoted(records.get(0)) + "\n";
    String[] theirs = CSVSaveService.csvReadFile(new BufferedReader(new StringReader(line)), ',');
    assertThat(read(line).get(0)).containsExactly(theirs);
  }

  private static String quoted(List<String> record) {
    char[] special = {',', '"', '\r', '\n'};
    return record.stream()
        .map(field -> CSVSaveService.quoteDelimiters(field, special))
        .collect(Collectors.joining(","));
  }

  @Provide
  Arbitrary<List<List<String>>> records() {
    Arbitrary<String> field =
        Arbitraries.strings().withChars("ab,\" \n;").ofMinLength(0).ofMaxLength(6);
    Arbitrary<List<String>> record = field.list().ofMinSize(2).ofMaxSize(4);
    return record.list().ofMinSize(1).ofMaxSize(4);
  }
}
