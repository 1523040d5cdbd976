/** Names, codes and records that one Cloakroom program writes and another program reads. */
package cloakroom.contract;
