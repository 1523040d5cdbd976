/**
 * Report of a run: sentences, tables and charts for people, JSON, CSV and JUnit files for programs.
 * {@link cloakroom.stress.report.Reports} is the entry.
 */
package cloakroom.stress.report;
