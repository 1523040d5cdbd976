/**
 * What is said of a run: sentences, tables and charts for people, JSON and CSV for programs. A
 * report is a document, and what it looks like is the affair of the package {@code document}.
 */
package cloakroom.stress.report;
