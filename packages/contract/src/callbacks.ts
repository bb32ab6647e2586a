import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const token = z.string().regex(/^[0-9a-f]{32,128}$/u);
const acknowledgement = z.object({ ResultCode: z.number().int(), ResultDesc: z.string() });

/**
 * Callback URL of M-PESA. The token in the URL is the only secret; Daraja forbids words such as mpesa in it. Has no
 * rate limit: a genuine callback is never refused. Guessed URLs are counted separately.
 */
export const providerCallback = endpoint({
  method: 'POST',
  path: '/api/hooks/:token',
  audience: 'provider',
  tag: 'Provider',
  summary: 'Receive a result from M-PESA; acknowledged once it is stored',
  params: z.object({ token }),
  body: z.unknown(),
  example: { params: { token: 'ab'.repeat(24) } },
  answer: acknowledgement,
  refusals: ['too_many_requests'],
});

/** A queue time-out has a URL of its own, because its body is documented nowhere. */
export const providerTimeoutCallback = endpoint({
  method: 'POST',
  path: '/api/hooks/:token/timeout',
  audience: 'provider',
  tag: 'Provider',
  summary: 'Receive a queue time-out from M-PESA: not a failure',
  params: z.object({ token }),
  body: z.unknown(),
  example: { params: { token: 'ab'.repeat(24) } },
  answer: acknowledgement,
  refusals: ['too_many_requests'],
});
