import { z } from 'zod';
import { balanceShillings } from './money.ts';
import { passkeyRequest } from './passkey-options.ts';
import { stopSentence } from './stops.ts';

/** Empty `body` of an answer that reports only success. */
export const nothing = z.object({});

/** One invalid field, so that a form can show the sentence next to it. */
export const fieldProblem = z.object({ path: z.string(), message: z.string() });

/** Envelope of every refusal and fault under `/api`, except the merchant API's. */
export const refusalEnvelope = z.object({
  responseCode: z.number().int(),
  code: z.string(),
  responseMessage: z.string(),
  customerMessage: z.string(),
  traceId: z.string(),
  failureReason: z.string().optional(),
  retryAfterSeconds: z.number().int().optional(),
  /** Invalid fields, each with a stable code if its rule has one. */
  fields: z.array(fieldProblem.extend({ code: z.string().optional() })).optional(),
  /** When the refused action becomes possible. */
  until: z.iso.datetime().optional(),
  /** With `otp_required` of a withdrawal: the contact that the code was sent to, masked. */
  sentTo: z.string().optional(),
  /** The largest amount that is possible now, if the requested amount exceeds a limit. */
  allowed: balanceShillings.optional(),
  /** The voucher's balance, if it was too low. */
  balance: balanceShillings.optional(),
  /** With `voucher_used`: when the rest of the voucher was redeemed. */
  usedAt: z.iso.datetime().optional(),
  /** Options for a passkey, which the client may send in place of the requested code. */
  passkeyOptions: passkeyRequest.optional(),
  /** With `step_up_required`: fields that prove the owner, one of which the repeated request may carry. */
  proofs: z.array(z.enum(['otp', 'passkey', 'password'])).optional(),
  /** During a stop: the administrators’ sentence in both languages. */
  sentence: stopSentence.optional(),
});

export type RefusalEnvelope = z.infer<typeof refusalEnvelope>;
