/** Databases under test, including those that this process starts. */
package cloakroom.database;
