package cloakroom.inspector;

import cloakroom.contract.HeldKind;
import cloakroom.contract.InspectionResult;

/**
 * One thing that a session holds.
 *
 * @param name such as that of the table or the setting; empty where there is none
 */
record Item(HeldKind kind, String name) {
  /** The same under a name that does not change with every user or request. */
  Item common() {
    return new Item(kind, InspectionResult.common(name));
  }
}
