import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { user } from './users.ts';

// Apart from users.ts, so that the start of every page behind a login does without the schemas there.

export const userDetails = endpoint({
  method: 'POST',
  path: '/api/auth/v1/user-details',
  audience: 'consumer',
  tag: 'Sign-in',
  summary: 'The signed-in consumer; accessToken, when given, must equal the bearer',
  body: z.object({ accessToken: z.string().max(4096).optional() }),
  example: { body: { accessToken: sample.token } },
  answer: user,
  refusals: [],
});
