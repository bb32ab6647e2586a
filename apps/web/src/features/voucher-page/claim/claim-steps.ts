import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { PublicVoucher, claimVoucher } from '@zawadi/contract/vouchers';
import { z } from 'zod';
import { readDraft, writeDraft } from '../../forms/draft.ts';

export type Claimed = Pick<CallAnswer<typeof claimVoucher>, 'amount' | 'walletBalance'>;

export type StepProps = {
  voucher: PublicVoucher;
  claimToken: string;
  onClaimed: (answer: Claimed) => void;
};

const progress = z.object({
  /** Masked phone number, and the earliest time of the next code; undefined before the first code was sent. */
  sent: z.object({ phone: z.string(), nextCodeAtMs: z.number() }).optional(),
  /** Proof that the server returned for a correct code. */
  proven: z.object({ proof: z.string(), recipientName: z.string() }).optional(),
});

export type ClaimProgress = z.infer<typeof progress>;

/** Reads the progress of this claim in this tab, so that a reload does not send a second code. */
export function readProgress(claimToken: string): ClaimProgress {
  return readDraft('claim', claimToken, progress) ?? {};
}

export function keepProgress(claimToken: string, next: ClaimProgress): void {
  writeDraft('claim', claimToken, next);
}

/** Guesses first and last name from the full name on the gift; its last word becomes the last name. */
export function namesIn(fullName: string): { firstName: string; lastName: string } {
  const words = fullName.trim().split(/\s+/u);
  return { firstName: words[0] ?? '', lastName: words.slice(1).join(' ') };
}
