import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Streams each event of the merchant as it happens, for `zawadi listen`. */
export const streamEvents = endpoint({
  method: 'GET',
  path: '/api/v1/events/stream',
  audience: 'machine',
  operationId: 'streamEvents',
  keyRight: 'read',
  tag: 'Merchant API',
  summary:
    'In sandbox mode: stream new events as server-sent events, each with the id, the type and the body of a webhook. Five ' +
    'streams may be open at once; a sixth ends the oldest with `event: replaced`',
  isStream: true,
  answer: z.unknown(),
  refusals: ['sandbox_only'],
});
