import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { user } from './users.ts';

// In a file of its own, so that the first load of pages behind a login does not load the schemas of users.ts.

export const userDetails = endpoint({
  method: 'POST',
  path: '/api/auth/v1/user-details',
  audience: 'consumer',
  tag: 'Sign-in',
  summary: 'Get the signed-in consumer; accessToken, if given, must equal the bearer',
  body: z.object({ accessToken: z.string().max(4096).optional() }),
  example: { body: { accessToken: sample.token } },
  answer: user,
  refusals: [],
});
