package cloakroom.http;

import cloakroom.database.Database;
import cloakroom.database.OnOracle;
import cloakroom.database.TestOracle;

@OnOracle
final class StateKindsOnOracleIT extends StateKindsIT {
  @Override
  Database database() {
    return TestOracle.database();
  }

  /** A temporary LOB is visible to its own session only. */
  @Override
  String largeObjects() {
    return "select 0 from dual";
  }
}
