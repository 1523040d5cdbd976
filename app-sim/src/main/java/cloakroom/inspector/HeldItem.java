package cloakroom.inspector;

import cloakroom.contract.HeldKind;
import cloakroom.contract.InspectionResult;

/** Item of a session's state; the name, such as that of a table or setting, may be empty. */
record HeldItem(HeldKind kind, String name) {
  /** Returns the same with a name that does not change with every user or request. */
  HeldItem common() {
    return new HeldItem(kind, InspectionResult.common(name));
  }
}
