package cloakroom.http;

import cloakroom.database.Database;
import cloakroom.database.OnOracle;
import cloakroom.database.TestOracle;

/** The probes of the state kinds over a real Oracle. */
@OnOracle
final class StateKindsOnOracleIT extends StateKindsIT {
  @Override
  Database database() {
    return TestOracle.database();
  }

  /** An upload's LOB belongs to its session, which does not show those of others. */
  @Override
  String largeObjects() {
    return "select 0 from dual";
  }
}
