import {
  ownLimits,
  type HandlerAnswer,
  type LimitedSubject,
  type OwnLimits,
  type OwnLimitsVersion,
  type readOwnLimits,
} from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  FEES_AND_LIMITS,
  fullFeesAndLimits,
  listVersions,
  readValueInForce,
} from '../../services/settings/index.ts';
import { readMerchant } from '../merchants/index.ts';
import { readUser } from '../users/index.ts';
import { appliedLimits, generalLimits } from './limits-in-force.ts';
import { readOwnInForce } from './store.ts';

const stored = z.object({ limits: ownLimits, until: z.iso.date().optional() });

/** Returns the name of the setting with a subject's own limits. */
export function settingOf({ subjectKind, subjectId }: LimitedSubject): string {
  return `own-limits/${subjectKind}/${subjectId.toLowerCase()}`;
}

/**
 * Requires that the person or shop exists.
 * @throws Refusal `not_found`
 */
export async function requireSubject(db: Db, { subjectKind, subjectId }: LimitedSubject): Promise<void> {
  const found = await (subjectKind === 'user' ? readUser(db, subjectId) : readMerchant(db, subjectId));
  if (found === undefined) throw new Refusal('not_found');
}

/**
 * Lists the limits of a person or shop: what applies now, and all changes of own limits.
 * @throws Refusal `not_found`
 */
export async function listOwnLimits(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  subject: LimitedSubject,
): Promise<HandlerAnswer<typeof readOwnLimits>> {
  await requireSubject(db, subject);
  const { general, inForce, own } = await readLimits(db, { config }, subject);
  const { versions: all, latestVersionId } = await listVersions(db, settingOf(subject));
  const versions = all.map(({ value, state, ...version }): OwnLimitsVersion => {
    const hasEnded = state === 'current' && value !== null && version.versionId !== own?.versionId;
    return {
      ...version,
      state: hasEnded ? 'past' : state,
      ...(value === null ? { limits: {} } : stored.parse(value)),
    };
  });
  const current = versions.find(({ versionId }) => versionId === own?.versionId);
  return { ...(current && { current }), inForce, general, versions, latestVersionId };
}

/** Reads the limits that apply to a subject, and its own ones. May run within a transaction. */
export async function readLimits(
  db: Db,
  { config }: Pick<Deps, 'config'>,
  subject: LimitedSubject,
): Promise<{
  general: OwnLimits;
  inForce: OwnLimits;
  own: { versionId: string; limits: OwnLimits; until?: string | undefined } | undefined;
}> {
  const { limits } = fullFeesAndLimits(config, (await readValueInForce(db, FEES_AND_LIMITS))?.value ?? null);
  const general = generalLimits(subject, limits);
  const own = await readOwnInForce(db, subject);
  return { general, inForce: appliedLimits(general, own), own };
}
