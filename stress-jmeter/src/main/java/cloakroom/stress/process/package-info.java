/**
 * Child processes that report events, and how their parent starts, reads and stops them. {@link
 * cloakroom.stress.process.ChildProcess} is the entry.
 */
package cloakroom.stress.process;
