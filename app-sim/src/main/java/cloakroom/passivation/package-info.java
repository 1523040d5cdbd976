/** Where snapshots go and come back from. */
package cloakroom.passivation;
