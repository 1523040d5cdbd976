/** Reports of a run folder for readers, build servers and other programs. */
package cloakroom.stress.report;
