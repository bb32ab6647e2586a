import { randomToken } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { shrinkPicture } from '../../../platform/shrink-picture.ts';
import { atMost, countAttempts } from '../sessions/index.ts';
import * as store from './profile-store.ts';
import { pictureAddress } from './user-details.ts';

const PICTURES_AN_HOUR = atMost(20, 3_600);

/**
 * Stores a file as the picture of a profile, under a new random name.
 * @returns its URL
 * @throws Refusal `picture_unreadable`, `too_many_requests`, `overloaded`
 */
export async function setPicture(
  deps: Pick<Deps, 'db' | 'keys'>,
  request: { userId: string; file: Blob },
): Promise<string> {
  const { userId, file } = request;
  const words = ['picture', userId];
  const waitSeconds = await countAttempts(deps, [{ words, rule: PICTURES_AN_HOUR }]);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  const webp = await shrinkPicture(new Uint8Array(await file.arrayBuffer()), {
    sidePixels: 256,
    fit: 'cover',
  });
  const name = randomToken();
  await store.putPicture(deps.db, { userId, name, webp });
  return pictureAddress(name);
}

export async function removePicture(deps: Pick<Deps, 'db'>, userId: string): Promise<void> {
  await store.deletePicture(deps.db, userId);
}

/**
 * Reads a picture by its name.
 * @throws Refusal `not_found`
 */
export async function readPictureByName(deps: Pick<Deps, 'db'>, name: string): Promise<Buffer> {
  const webp = await store.readPicture(deps.db, name);
  if (!webp) throw new Refusal('not_found');
  return webp;
}
