import { organisationName, sandboxCredentials } from '../credentials.ts';
import type { World } from '../world.ts';

/** Returns `254712000001 - AMINA WANJIKU`: the number and the name it is registered to. */
export function partyName(world: World, party: string): string {
  if (party === sandboxCredentials.shortCode) return `${party} - ${organisationName}`;
  return `${party} - ${world.accounts.nameOf(party)}`;
}
