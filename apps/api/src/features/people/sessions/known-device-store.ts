import type { LanguageName } from '@zawadi/contract';
import { RETENTION } from '../../../platform/retention.ts';
import { sql } from 'kysely';
import { randomToken, tokenHash } from '../../../platform/crypto/keys.ts';
import type { Db } from '../../../platform/db/database.ts';
import { networkOf } from '../../../platform/net/public-address.ts';
import type { Subject } from './device-store.ts';

const TOKEN_BYTES = 32;

/**
 * Records that a browser has signed in to an account. A browser known to any account keeps its token; others
 * get a new token.
 * @param presented token that the browser sent
 * @returns token for the browser to keep; only its hash is stored
 */
export async function rememberDevice(
  db: Db,
  { audience, subjectId }: Subject,
  presented: string | undefined,
): Promise<string> {
  const isOurs = presented !== undefined && (await isIssued(db, presented));
  const token = isOurs ? presented : randomToken(TOKEN_BYTES);
  await sql`
    insert into known_devices (token_hash, audience, subject_id)
    values (${tokenHash(token)}, ${audience}, ${subjectId})
    on conflict (token_hash, audience, subject_id) do update set known_at = moment()`.execute(db);
  return token;
}

/** Returns true for a browser that has signed in to this account within 180 days. */
export async function isKnownDevice(
  db: Db,
  { audience, subjectId }: { audience: Subject['audience']; subjectId: string | null },
  presented: string | undefined,
): Promise<boolean> {
  if (presented === undefined) return false;
  const { rows } = await sql<{ isKnown: boolean }>`
    select exists (
      select from known_devices where token_hash = ${tokenHash(presented)} and audience = ${audience}
        and subject_id = ${subjectId} and known_at > moment() - ${RETENTION.known_devices.after}::interval
    ) as "isKnown"`.execute(db);
  return rows[0]?.isKnown === true;
}

export async function forgetKnownDevices(db: Db, { audience, subjectId }: Subject): Promise<void> {
  await sql`delete from known_devices where subject_id = ${subjectId} and audience = ${audience}`.execute(db);
}

export async function deleteOldKnownDevices(db: Db): Promise<void> {
  await sql`delete from known_devices where known_at < moment() - interval '180 days'`.execute(db);
}

async function isIssued(db: Db, token: string): Promise<boolean> {
  const { rows } = await sql<{ isIssued: boolean }>`
    select exists (select from known_devices where token_hash = ${tokenHash(token)}) as "isIssued"`.execute(
    db,
  );
  return rows[0]?.isIssued === true;
}

/**
 * Reads whether a sign-in came from a new device.
 * @returns undefined if the same browser signed in from the same network within 30 days, or at the first sign-in
 */
export async function readNewDevice(
  db: Db,
  sessionId: string,
): Promise<{ language: LanguageName } | undefined> {
  const { rows } = await sql<{ language: LanguageName; address: string; addressesOfBrowser: string[] }>`
    select u.language, s.address, array(
      select distinct e.address from sessions e
      where e.subject_id = u.id and e.audience = 'consumer' and e.id <> s.id
        and e.user_agent = s.user_agent and e.created_at > moment() - interval '30 days'
    ) as "addressesOfBrowser"
    from sessions s join users u on u.id = s.subject_id
    where s.id = ${sessionId}
      and exists (select from sessions e where e.subject_id = u.id and e.audience = 'consumer' and e.id <> s.id)`.execute(
    db,
  );
  const [session] = rows;
  if (!session) return undefined;
  const network = networkOf(session.address);
  return session.addressesOfBrowser.some((address) => networkOf(address) === network) ? undefined : session;
}
