import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { shrinkPicture } from '../../../platform/shrink-picture.ts';
import { atMost, countAttempts } from '../sessions/index.ts';
import { logoOf, type Logo } from './fetch-logo.ts';
import { recordActivity } from './timeline-store.ts';
import * as store from './settings-store.ts';
import type { Changer } from './settings.ts';
import { lockMerchant, updateMerchantRecord } from './store.ts';

const LOGOS_AN_HOUR = atMost(20, 3_600);

/**
 * Stores a file as a merchant's logo, under a new random name.
 * @returns its URL
 * @throws Refusal `picture_unreadable`, `too_many_requests`, `overloaded`
 */
export async function setLogo(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, staffId }: Changer,
  file: Blob,
): Promise<string> {
  const words = ['logo', merchantId];
  const waitSeconds = await countAttempts(deps, [{ words, rule: LOGOS_AN_HOUR }]);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  const webp = await shrinkPicture(new Uint8Array(await file.arrayBuffer()), {
    sidePixels: 512,
    fit: 'inside',
  });
  const logo = logoOf(webp);
  await inTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, merchantId);
    await storeLogo(tx, merchantId, logo);
    await recordActivity(tx, { merchantId, actor: { kind: 'member', id: staffId }, kind: 'logo-changed' });
  });
  return logo.logoUrl;
}

/** Stores a picture as the merchant's logo, in place of an older one. */
export async function storeLogo(
  tx: Transaction,
  merchantId: string,
  { name, logoUrl, webp }: Logo,
): Promise<void> {
  await store.putLogo(tx, { merchantId, name, webp });
  await updateMerchantRecord(tx, merchantId, { logoUrl });
}

export async function removeLogo(deps: Pick<Deps, 'db'>, { merchantId, staffId }: Changer): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, merchantId);
    await store.deleteLogo(tx, merchantId);
    await updateMerchantRecord(tx, merchantId, { logoUrl: null });
    await recordActivity(tx, { merchantId, actor: { kind: 'member', id: staffId }, kind: 'logo-removed' });
  });
}

/**
 * Reads a logo by its name.
 * @throws Refusal `not_found`
 */
export async function readLogoByName(deps: Pick<Deps, 'db'>, name: string): Promise<Buffer> {
  const webp = await store.readLogo(deps.db, name);
  if (!webp) throw new Refusal('not_found');
  return webp;
}
