package cloakroom.stress.run;

import cloakroom.contract.Variables;
import cloakroom.stress.watch.TierWatch;
import java.util.List;

/** Nodes of a tier that run already, which a run loads and reads but neither starts nor stops. */
record Targets(List<Target> all) {
  static final Targets NONE = new Targets(List.of());

  boolean elsewhere() {
    return !all.isEmpty();
  }

  /** One node; {@code admin} is the port of its counters. */
  record Target(String host, int port, int admin) {
    @Override
    public String toString() {
      return host + ":" + port;
    }

    TierWatch watch() {
      return new TierWatch(host, admin, System.getenv().getOrDefault(Variables.ADMIN_TOKEN, ""));
    }
  }
}
