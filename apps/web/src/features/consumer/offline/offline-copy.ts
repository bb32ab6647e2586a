import { cloth } from '@zawadi/contract/purchases';
import { timestamp } from '@zawadi/contract/text';
import { z } from 'zod';
import { claimsOf } from '../../../api/claims.ts';
import { forget, open, seal } from '../../../api/sealed-storage.ts';
import { OFFLINE_KEY, readTokens } from '../../../api/token-store.ts';

const keptGift = z.object({
  voucherId: z.string(),
  senderName: z.string(),
  recipientName: z.string(),
  message: z.string(),
  cloth,
  /** Value of the gift, in whole shillings. */
  value: z.number(),
  balance: z.number(),
  code: z.string(),
  expiresAt: timestamp,
});
export type KeptGift = z.infer<typeof keptGift>;

const offlineCopy = z.object({
  userId: z.string(),
  balance: z.object({ shillings: z.number(), at: timestamp }).optional(),
  /** Set only if the person switched it on for this device. */
  gifts: z.object({ list: z.array(keptGift), at: timestamp }).optional(),
});
type OfflineCopy = z.infer<typeof offlineCopy>;

/** Reads this device's offline copy of the signed-in consumer's data. A sign-out deletes the copy with the tokens. */
export function readOfflineCopy(): OfflineCopy | undefined {
  const userId = signedInConsumer();
  return userId === undefined ? undefined : copyOf(userId);
}

/** Stores the current balance in the offline copy. */
export function keepBalance(shillings: number, at: Date = new Date()): void {
  change((copy) => ({ ...copy, balance: { shillings, at: at.toISOString() } }));
}

/** Stores gifts with their codes in the offline copy. Call it only while the person's switch is on. */
export function keepGifts(list: KeptGift[], at: Date = new Date()): void {
  change((copy) => ({ ...copy, gifts: { list, at: at.toISOString() } }));
}

export function stopKeepingGifts(): void {
  change((copy) => ({ ...copy, gifts: undefined }));
}

function change(to: (copy: OfflineCopy) => OfflineCopy): void {
  const userId = signedInConsumer();
  // If the answer arrives after the sign-out, store nothing.
  if (userId !== undefined) seal(OFFLINE_KEY, JSON.stringify(to(copyOf(userId) ?? { userId })));
}

function copyOf(userId: string): OfflineCopy | undefined {
  const stored = open(OFFLINE_KEY);
  if (stored === undefined) return undefined;
  const copy = offlineCopy.safeParse(parsed(stored)).data;
  if (copy?.userId === userId) return copy;
  forget(OFFLINE_KEY);
  return undefined;
}

function signedInConsumer(): string | undefined {
  const tokens = readTokens();
  const claims = tokens === undefined ? undefined : claimsOf(tokens.accessToken);
  return claims?.role === 'ROLE_USER' ? claims.sub : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
