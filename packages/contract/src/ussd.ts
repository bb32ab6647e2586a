import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const token = z.string().regex(/^[0-9a-f]{64}$/u);
const sessionId = z.string().regex(/^[\w.-]{1,100}$/u);
/** A plus that the gateway did not escape arrives as a space, and is refused. */
const phoneNumber = z.string().regex(/^\+254[17]\d{8}$/u);
const networkCode = z.string().regex(/^\d{1,8}$/u);
const serviceCode = z.string().regex(/^[\d*#]{3,40}$/u);
const params = { token: 'ab'.repeat(32) };

/**
 * Callback URL for the USSD gateway (Africa's Talking, *Service codes*). The token in the URL is the only secret, and is
 * compared before the form is read. Requests may be repeated and may come in any order. The answer is plain text that
 * begins with `CON ` or `END `.
 */
export const answerUssd = endpoint({
  method: 'POST',
  path: '/api/hooks/ussd/:token',
  audience: 'provider',
  tag: 'Provider',
  summary: 'Answer a request of a USSD session with the next screen',
  params: z.object({ token }),
  form: { maximumBytes: 4_096 },
  body: z.object({
    sessionId,
    phoneNumber,
    networkCode,
    serviceCode,
    /** All inputs of the session, joined by `*`; empty at first. */
    text: z.string().max(1_000),
  }),
  example: {
    params,
    body: {
      sessionId: 'ATUid_1',
      phoneNumber: '+254700000001',
      networkCode: '63902',
      serviceCode: '*384*44135#',
      text: '',
    },
  },
  answer: z.string(),
  refusals: ['not_found', 'repeated_field'],
});

/**
 * URL for the event at the end of a USSD session. It may be missing or repeated, so nothing depends on it. Inputs and
 * last answer, which it also has, are not read.
 */
export const endUssd = endpoint({
  method: 'POST',
  path: '/api/hooks/ussd/:token/ended',
  audience: 'provider',
  tag: 'Provider',
  summary: 'Receive the end of a USSD session from the gateway, with its cost',
  params: z.object({ token }),
  form: { maximumBytes: 4_096 },
  body: z.object({
    sessionId,
    phoneNumber,
    serviceCode,
    status: z.enum(['Success', 'Incomplete', 'Failed']),
    /** Such as `KES 0.10`. */
    cost: z.string().max(40).optional(),
    /** Such as `42000`. */
    durationInMillis: z.string().max(40).optional(),
  }),
  example: {
    params,
    body: {
      sessionId: 'ATUid_1',
      phoneNumber: '+254700000001',
      serviceCode: '*384*44135#',
      status: 'Success',
      cost: 'KES 0.10',
      durationInMillis: '42000',
    },
  },
  answer: z.object({}),
  refusals: ['not_found', 'repeated_field'],
});
