import { z } from 'zod';
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
  fields: z.array(fieldProblem).optional(),
  /** A passkey may be given in place of the code that is asked for. */
  passkeyOptions: passkeyRequest.optional(),
});

export type RefusalEnvelope = z.infer<typeof refusalEnvelope>;

/** Every refusal and fault of the merchant API: RFC 9457. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  instance: z.string(),
  code: z.string(),
  errors: z.array(fieldProblem).optional(),
});
