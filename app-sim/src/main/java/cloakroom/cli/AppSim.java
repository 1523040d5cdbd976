package cloakroom.cli;

/** Entry point. */
public final class AppSim {
  private AppSim() {}

  public static void main(String[] args) {
    System.exit(2);
  }
}
