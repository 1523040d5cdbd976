package cloakroom.stress.run;

/** Entry point. */
public final class Stress {
  private Stress() {}

  public static void main(String[] args) {
    System.exit(2);
  }
}
