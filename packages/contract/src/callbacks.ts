import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const token = z.string().regex(/^[0-9a-f]{32,128}$/u);
const acknowledgement = z.object({ ResultCode: z.number().int(), ResultDesc: z.string() });

/**
 * Callback URL for M-PESA. The token in the URL is the only secret. Daraja forbids words such as mpesa in the URL. It
 * has no rate limit, so that no genuine callback is refused. Requests with guessed URLs are counted separately.
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

/** Queue time-outs have their own URL, because no document describes their body. */
export const providerTimeoutCallback = endpoint({
  method: 'POST',
  path: '/api/hooks/:token/timeout',
  audience: 'provider',
  tag: 'Provider',
  summary: 'Receive a queue time-out from M-PESA, which does not mean that the order failed',
  params: z.object({ token }),
  body: z.unknown(),
  example: { params: { token: 'ab'.repeat(24) } },
  answer: acknowledgement,
  refusals: ['too_many_requests'],
});
