import { z } from 'zod';
import { opaqueToken } from './text.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { nothing } from './envelope.ts';
import { tokenPair } from './users.ts';

export const refresh = endpoint({
  method: 'POST',
  path: '/api/auth/v1/refresh',
  audience: 'anyone',
  tag: 'Sign-in',
  summary: 'Exchange a refresh token for a new pair, for every role',
  body: z.object({ refreshToken: opaqueToken }),
  example: { body: { refreshToken: sample.token } },
  answer: tokenPair,
  refusals: ['session_expired', 'session_idle', 'device_key_needed', 'too_many_requests'],
  bindsSession: true,
  rate: { perMinute: 3_000, guesses: 300, token: { field: 'refreshToken', perMinute: 60 } },
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/v1/logout',
  audience: 'anyone',
  tag: 'Sign-in',
  summary: 'End the session of a refresh token; an unknown token is no error',
  body: z.object({ refreshToken: opaqueToken }),
  example: { body: { refreshToken: sample.token } },
  answer: nothing,
  refusals: [],
  rate: { perMinute: 3_000, guesses: 'none' },
});
