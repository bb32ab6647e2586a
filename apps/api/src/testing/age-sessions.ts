import { decodeJwt } from 'jose';
import type { Pool } from 'pg';

/** Moves the last verification of this access token's session into the past. */
export async function ageProof({ owner }: { owner: Pool }, token: string, minutes: number): Promise<void> {
  await owner.query('update sessions set proven_at = proven_at - make_interval(mins => $2) where id = $1', [
    decodeJwt(token)['sid'],
    minutes,
  ]);
}
