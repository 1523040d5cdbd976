package cloakroom.stress.document;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Meaning of a text, which the HTML page shows by colour and weight. */
public enum Tone {
  PLAIN,
  HEADLINE,
  STRONG,
  CHOSEN,
  ALARM,
  SOFT,
  GOOD,
  FAIR,
  /** No verdict. */
  OPEN,
  BAD,
  KEPT,
  LOST,
  LEAKED,
  REFUSED,
  FAILED;

  private static final List<Tone> WORST_FIRST = List.of(BAD, OPEN, FAIR, GOOD);

  /** Returns the worst of verdicts that are GOOD, FAIR, OPEN or BAD; GOOD if there are none. */
  public static Tone worst(Collection<Tone> tones) {
    return WORST_FIRST.stream().filter(tones::contains).findFirst().orElse(GOOD);
  }

  String style() {
    return this == PLAIN ? "" : name().toLowerCase(Locale.ROOT);
  }
}
