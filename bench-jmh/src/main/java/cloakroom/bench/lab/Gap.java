package cloakroom.bench.lab;

/**
 * Something that a study does not have.
 *
 * @param kind why not
 * @param what which part of it; empty for all
 * @param why the reason, and the cure if there is one
 */
public record Gap(Kind kind, String what, String why) {
  /** Why something is missing. */
  public enum Kind {
    /** it cannot be had here */
    ABSENT("absent"),
    /** its benchmark threw */
    FAILED("failed"),
    /** the run was asked to end */
    CUT_SHORT("cut short");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** As tables say it. */
    public String words() {
      return words;
    }
  }

  /** Something that cannot be had here. */
  public static Gap absent(String what, String why) {
    return new Gap(Kind.ABSENT, what, why);
  }

  /** In one line, for instance "SHARED absent: needs an Oracle". */
  public String sentence() {
    return (what + " " + kind.words() + ": " + why).strip();
  }
}
