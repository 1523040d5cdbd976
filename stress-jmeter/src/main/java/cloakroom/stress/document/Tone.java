package cloakroom.stress.document;

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
  OPEN,
  BAD,
  KEPT,
  LOST,
  LEAKED,
  REFUSED,
  FAILED;

  String style() {
    return this == PLAIN ? "" : name().toLowerCase(Locale.ROOT);
  }
}
