package cloakroom.inspector;

import cloakroom.contract.HeldKind;
import cloakroom.contract.InspectionResult;

/**
 * One thing that a session holds.
 *
 * @param name such as that of the table or the setting; empty where there is none
 */
record HeldItem(HeldKind kind, String name) {
  /** The same under a name that does not change with every user or request. */
  HeldItem common() {
    return new HeldItem(kind, InspectionResult.common(name));
  }
}
