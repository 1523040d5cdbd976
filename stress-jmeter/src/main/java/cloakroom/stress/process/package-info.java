/** Child processes, which {@link cloakroom.stress.process.ChildProcess} starts and stops. */
package cloakroom.stress.process;
