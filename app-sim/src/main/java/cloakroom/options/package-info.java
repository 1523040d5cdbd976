/**
 * Options as rows: what a program accepts, explains, passes on and reports. Both programs know the
 * rows of a node.
 */
package cloakroom.options;
