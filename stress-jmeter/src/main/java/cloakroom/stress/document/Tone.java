package cloakroom.stress.document;

import java.util.Locale;

/** How something is to be taken; a page shows it by colour and weight, a text by its words. */
public enum Tone {
  PLAIN,
  /** The sentence that a reader came for. */
  HEADLINE,
  /** A name that is looked for. */
  STRONG,
  /** The figure that carries the verdict. */
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
