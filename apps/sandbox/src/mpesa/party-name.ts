import { organisationName, sandboxCredentials } from '../credentials.ts';
import type { World } from '../world.ts';

/** Returns `254712000001 - AMINA WANJIKU`: a phone number or short code, and its registered name. */
export function partyName(world: World, party: string): string {
  if (party === sandboxCredentials.shortCode) return `${party} - ${organisationName}`;
  return `${party} - ${world.accounts.nameOf(party)}`;
}
