import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.languagetool.JLanguageTool;
import org.languagetool.Languages;
import org.languagetool.ResultCache;
import org.languagetool.UserConfig;
import org.languagetool.markup.AnnotatedText;
import org.languagetool.markup.AnnotatedTextBuilder;
import org.languagetool.rules.RuleMatch;

/**
 * Checks grammar, spelling and length of sentences of all pages with LanguageTool: {@code java
 * Prose.java REPOSITORY}. Prints each finding, and ends with exit code 1 if there is one. {@code
 * words.txt} contains the accepted words.
 */
final class Prose {
  /** Maximum number of words in a sentence; a link or code counts as one. */
  private static final int LONGEST_SENTENCE = 30;

  /** Rules that take tables, lists, names or nouns of computing for mistakes. */
  private static final List<String> RULES_OFF =
      List.of(
          "A_INFINITIVE",
          "AGREEMENT_SENT_START_2",
          "COMMA_PARENTHESIS_WHITESPACE",
          "CONSECUTIVE_SPACES",
          "DID_BASEFORM",
          "ENGLISH_WORD_REPEAT_BEGINNING_RULE",
          "EN_QUOTES",
          "EN_UNPAIRED_BRACKETS",
          "FILE_EXTENSIONS_CASE",
          "HAVE_PART_AGREEMENT",
          "ID_CASING",
          "IS_VBZ",
          "KIND_OF_A",
          "NEEDS_FIXED",
          "NNS_OF_SINGULAR_AGREEMENT",
          "NOUN_APOSTROPHE_S_VERB",
          "NUMBERS_IN_WORDS",
          "PCT_SINGULAR_NOUN_PLURAL_VERB_AGREEMENT",
          "PHRASE_REPETITION",
          "RECOMMENDED_COMPOUNDS",
          "SENTENCE_WHITESPACE",
          "UPPERCASE_SENTENCE_START",
          "WHITESPACE_RULE");

  /** Markup, replaced by nothing, by a noun for code, or by the end of a paragraph. */
  private static final Pattern MARKUP =
      Pattern.compile(
          "(?sm)(?<end><!-- data: .*?<!-- end -->|<!--.*?-->|^ *```.*?^ *```$|\\|)"
              + "|(?<noun>`[^`]*`)|!?\\[|\\]\\([^)]*\\)|\\*+|^#+ ");

  private final JLanguageTool tool;

  private Prose(List<String> words) {
    UserConfig user =
        new UserConfig(words, Map.of("TOO_LONG_SENTENCE", new Object[] {LONGEST_SENTENCE}));
    tool =
        new JLanguageTool(
            Languages.getLanguageForShortCode("en-GB"), null, new ResultCache(1000), user);
    tool.disableRules(RULES_OFF);
    tool.enableRule("TOO_LONG_SENTENCE");
  }

  public static void main(String[] arguments) throws IOException {
    Path repository = Path.of(arguments[0]);
    Prose prose = new Prose(Files.readAllLines(repository.resolve(".ci/words.txt")));
    List<Path> pages;
    try (Stream<Path> files =
        Stream.of("", "docs", "docker")
            .map(repository::resolve)
            .flatMap(folder -> walk(folder, folder.equals(repository) ? 1 : 9))) {
      pages = files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
    List<String> findings = new ArrayList<>();
    for (Path page : pages) {
      findings.addAll(prose.check(page));
    }
    findings.forEach(System.err::println);
    System.out.printf("%d pages, %d findings%n", pages.size(), findings.size());
    System.exit(findings.isEmpty() ? 0 : 1);
  }

  private static Stream<Path> walk(Path folder, int depth) {
    try {
      return Files.walk(folder, depth);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> check(Path page) throws IOException {
    String text = Files.readString(page);
    List<String> findings = new ArrayList<>();
    for (RuleMatch match : tool.check(plain(text))) {
      long line = text.substring(0, match.getFromPos()).lines().count();
      findings.add(
          "%s:%d: %s: \"%s\": %s"
              .formatted(
                  page,
                  line,
                  match.getRule().getId(),
                  text.substring(match.getFromPos(), match.getToPos()).replace('\n', ' '),
                  match.getMessage().replaceAll("</?suggestion>", "'")));
    }
    return findings;
  }

  private static AnnotatedText plain(String text) {
    AnnotatedTextBuilder plain = new AnnotatedTextBuilder();
    Matcher markup = MARKUP.matcher(text);
    int from = 0;
    while (markup.find()) {
      String before = text.substring(from, markup.start());
      plain.addText(before).addMarkup(markup.group(), substitute(markup, before));
      from = markup.end();
    }
    return plain.addText(text.substring(from)).build();
  }

  private static String substitute(Matcher markup, String before) {
    if (markup.group("end") != null) {
      return "\n\n";
    }
    if (markup.group("noun") == null) {
      return "";
    }
    return before.endsWith("an ") ? "item" : "Cloakroom";
  }
}
