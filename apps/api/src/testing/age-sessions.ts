import { decodeJwt } from 'jose';
import type { Pool } from 'pg';

/** Makes the last step-up of this access token's session older by some minutes. */
export async function ageProof({ owner }: { owner: Pool }, token: string, minutes: number): Promise<void> {
  await owner.query('update sessions set proven_at = proven_at - make_interval(mins => $2) where id = $1', [
    decodeJwt(token)['sid'],
    minutes,
  ]);
}
