package cloakroom.stress.document;

import java.util.Locale;

/** How something is to be taken; a page shows it by colour and weight, a text by its words. */
public enum Tone {
  /** As it stands. */
  PLAIN,
  /** The sentence that a reader came for. */
  HEADLINE,
  /** A name that is looked for. */
  STRONG,
  /** The figure that carries the verdict. */
  CHOSEN,
  /** Something is wrong. */
  ALARM,
  /** A note of less weight. */
  SOFT,
  /** Well done. */
  GOOD,
  /** Nearly so. */
  FAIR,
  /** Undecided. */
  OPEN,
  /** Not so. */
  BAD,
  /** A part of shares: all well. */
  KEPT,
  /** A part of shares: gone. */
  LOST,
  /** A part of shares: in the wrong hands. */
  LEAKED,
  /** A part of shares: turned down. */
  REFUSED,
  /** A part of shares: not judged. */
  FAILED;

  String style() {
    return this == PLAIN ? "" : name().toLowerCase(Locale.ROOT);
  }
}
