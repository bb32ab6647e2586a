import { z } from 'zod';
import { balanceShillings } from './money.ts';
import { passkeyRequest } from './passkey-options.ts';

/** The `body` of a call whose success says everything. */
export const nothing = z.object({});

/** One invalid field, so that a form can show the sentence next to it. */
export const fieldProblem = z.object({ path: z.string(), message: z.string() });

/** Every refusal and fault under `/api` except the merchant API's. */
export const refusalEnvelope = z.object({
  responseCode: z.number().int(),
  code: z.string(),
  responseMessage: z.string(),
  customerMessage: z.string(),
  traceId: z.string(),
  failureReason: z.string().optional(),
  retryAfterSeconds: z.number().int().optional(),
  /** Each with a stable code, if the field's rule has one. */
  fields: z.array(fieldProblem.extend({ code: z.string().optional() })).optional(),
  /** When the refused action becomes possible. */
  until: z.iso.datetime().optional(),
  /** The balance of a voucher that had too little. */
  balance: balanceShillings.optional(),
  /** A passkey may be given in place of the requested code. */
  passkeyOptions: passkeyRequest.optional(),
  /** With `step_up_required`: the fields that the repeated call may carry. */
  proofs: z.array(z.enum(['otp', 'passkey', 'password'])).optional(),
});

export type RefusalEnvelope = z.infer<typeof refusalEnvelope>;
