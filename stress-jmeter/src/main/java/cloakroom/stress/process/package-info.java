/**
 * Child processes that speak in events, and how their parent starts, hears and ends them. {@link
 * cloakroom.stress.process.ChildProcess} is the entry.
 */
package cloakroom.stress.process;
