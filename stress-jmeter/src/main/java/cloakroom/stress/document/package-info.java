/**
 * What a report is made of, whatever it is about: sections of sentences, tables, lists and charts.
 * A page, a text in Markdown and lines for a console are printed from the same document.
 */
package cloakroom.stress.document;
