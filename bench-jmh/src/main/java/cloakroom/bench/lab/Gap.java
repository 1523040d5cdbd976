package cloakroom.bench.lab;

/**
 * Something that a study does not have.
 *
 * @param kind in one or two words why not: absent, failed, cut short
 * @param what which part of it; empty for all
 * @param why the reason, and the cure if there is one
 */
public record Gap(String kind, String what, String why) {
  /** Something that cannot be had here. */
  public static Gap absent(String what, String why) {
    return new Gap("absent", what, why);
  }

  /** In one line, for instance "SHARED absent: needs an Oracle". */
  public String sentence() {
    return (what + " " + kind + ": " + why).strip();
  }
}
