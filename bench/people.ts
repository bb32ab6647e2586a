import { createHash } from 'node:crypto';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { hashPassword, openSession } from '../apps/api/src/features/people/sessions/index.ts';
import { newId } from '../apps/api/src/platform/ids.ts';
import { writeRows, type Bench } from './bench.ts';
import type { BenchDeps } from './open-product.ts';

/** A verified consumer. */
export type BenchPerson = { id: string; email: string; msisdn: string };

const FIRST_NUMBER = 254_710_000_000;

/** Creates verified consumers with the demo password. */
export async function createPeople(bench: Bench, count: number): Promise<BenchPerson[]> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const people = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    email: `person.${n}@example.test`,
    msisdn: String(FIRST_NUMBER + n),
  }));
  const verifiedAt = new Date();
  const rows = people.map(({ id, email, msisdn }) => ({
    id,
    email,
    first_name: 'Amina',
    last_name: 'Otieno',
    phone_msisdn: msisdn,
    phone_verified_at: verifiedAt,
    signup_phone_msisdn: msisdn,
    password_hash: passwordHash,
  }));
  await writeRows(bench, (db) => db.insertInto('users').values(rows).execute());
  return people;
}

/** @returns the access token of a new session, valid for 15 minutes */
export async function signInAs(deps: BenchDeps, { id }: BenchPerson): Promise<string> {
  const arrival = { rememberMe: false, deviceKey: undefined, address: '127.0.0.1', userAgent: 'bench' };
  const { accessToken } = await openSession(
    deps,
    { ...arrival, audience: 'consumer' },
    { subjectId: id, sessionVersion: 1 },
  );
  return accessToken;
}

/** Returns a unique receipt in M-PESA's format. */
export function receiptOf(cause: string): string {
  return createHash('sha256').update(cause).digest('hex').slice(0, 10).toUpperCase();
}
