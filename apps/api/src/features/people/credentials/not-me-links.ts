import type { Deps } from '../../../config/deps.ts';
import { randomToken, tokenHash } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { insertNotMeLink, type NotMeSubject } from './not-me-link-store.ts';

const LIFETIME_HOURS = 72;

/**
 * Makes a link by which a consumer says "this was not me", valid once within 72 hours. The caller sends the
 * link (`notify`) in the same transaction.
 * @returns the link's URL; only a hash of its token is stored
 */
export async function openNotMeLink(
  tx: Transaction,
  { config }: Pick<Deps, 'config'>,
  link: { userId: string; about: NotMeSubject },
): Promise<string> {
  const token = randomToken();
  const tokenOf = { id: newId(), tokenHash: tokenHash(token), lifetimeHours: LIFETIME_HOURS };
  await insertNotMeLink(tx, { ...link, ...tokenOf });
  return `${config.publicUrl}/freeze#token=${token}`;
}
