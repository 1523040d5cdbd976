/** Command-line options of node, load engine and run, each with parser, default and help text. */
package cloakroom.options;
