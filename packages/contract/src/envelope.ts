import { z } from 'zod';
import { balanceShillings } from './money.ts';
import { passkeyRequest } from './passkey-options.ts';

/** The `body` of a call whose success says all there is. */
export const nothing = z.object({});

/** One field that did not fit, so that a form can show the sentence where it belongs. */
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
  /** Each with a stable code, where the rule of its field has one. */
  fields: z.array(fieldProblem.extend({ code: z.string().optional() })).optional(),
  /** When what was refused is possible. */
  until: z.iso.datetime().optional(),
  /** What was left on a voucher that had too little. */
  balance: balanceShillings.optional(),
  /** A passkey may be given in place of the code that is asked for. */
  passkeyOptions: passkeyRequest.optional(),
  /** Of `step_up_required`: with which of these fields the same call is repeated. */
  proofs: z.array(z.enum(['otp', 'passkey', 'password'])).optional(),
});

export type RefusalEnvelope = z.infer<typeof refusalEnvelope>;
