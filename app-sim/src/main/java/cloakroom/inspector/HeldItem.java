package cloakroom.inspector;

import cloakroom.contract.HeldKind;
import cloakroom.contract.InspectionResult;

/**
 * Item of state in a database session: its kind, and the name of the table, setting or other
 * object. The name may be empty.
 */
record HeldItem(HeldKind kind, String name) {
  HeldItem common() {
    return new HeldItem(kind, InspectionResult.common(name));
  }
}
