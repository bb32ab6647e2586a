import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const token = z.string().regex(/^[0-9a-f]{32,128}$/u);
const acknowledgement = z.object({ ResultCode: z.number().int(), ResultDesc: z.string() });

/**
 * Where M-PESA answers. The token of the address is the only secret; Daraja forbids words such as mpesa in it. Without a
 * rate: a true callback is never refused. Guessed addresses are counted by themselves.
 */
export const providerCallback = endpoint({
  method: 'POST',
  path: '/api/hooks/:token',
  audience: 'provider',
  tag: 'Provider',
  summary: 'A result from M-PESA; answered once it is stored',
  params: z.object({ token }),
  body: z.unknown(),
  example: { params: { token: 'ab'.repeat(24) } },
  answer: acknowledgement,
  refusals: ['too_many_requests'],
});

/** A queue time-out has an address of its own because its body is documented nowhere. */
export const providerTimeoutCallback = endpoint({
  method: 'POST',
  path: '/api/hooks/:token/timeout',
  audience: 'provider',
  tag: 'Provider',
  summary: 'A queue time-out from M-PESA: not a failure',
  params: z.object({ token }),
  body: z.unknown(),
  example: { params: { token: 'ab'.repeat(24) } },
  answer: acknowledgement,
  refusals: ['too_many_requests'],
});
