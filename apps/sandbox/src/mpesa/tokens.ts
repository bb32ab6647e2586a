import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '@zawadi/mpesa/wire/paths';
import { pathOf } from '../behaviour/faulty-http.ts';
import { sandboxCredentials } from '../credentials.ts';
import { DarajaError } from './daraja-error.ts';

const lifetimeSeconds = 3_599;

/**
 * OAuth as Daraja does it: one token at a time, each request for one invalidating the one before
 * (v3/Authorization FAQ 3). Tokens do not survive a restart.
 */
export function createTokens(clock: () => Date) {
  let current: { token: string; expiresAtMs: number } | undefined;

  return {
    generate: (request: FastifyRequest, reply: FastifyReply) => {
      const { grant_type: grantType } = request.query as { grant_type?: string };
      const [scheme, value] = (request.headers.authorization ?? '').split(' ');
      if (scheme !== 'Basic' || !value) {
        throw new DarajaError(400, '400.008.01', 'Invalid Authentication passed');
      }
      if (grantType !== 'client_credentials') {
        throw new DarajaError(400, '400.008.02', 'Invalid grant type passed');
      }
      // Daraja answers wrong credentials with an empty body (seen by others in August 2026).
      if (!isOurClient(value)) return reply.code(400).send();

      const token = randomBytes(21).toString('base64url');
      current = { token, expiresAtMs: clock().getTime() + lifetimeSeconds * 1000 };
      return reply.send({ access_token: token, expires_in: String(lifetimeSeconds) });
    },

    /** @throws DarajaError with the code that this API uses for a bad token; they differ */
    check: async (request: FastifyRequest) => {
      const isValid =
        current !== undefined &&
        request.headers.authorization === `Bearer ${current.token}` &&
        current.expiresAtMs > clock().getTime();
      if (!isValid) throw badToken(pathOf(request));
    },
  };
}

function isOurClient(basic: string): boolean {
  const { consumerKey, consumerSecret } = sandboxCredentials;
  const expected = Buffer.from(Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64'));
  const given = Buffer.from(basic);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function badToken(path: string): DarajaError {
  if (path === paths.accountBalance)
    return new DarajaError(401, '401.002.01', 'Error Occurred - Invalid Access Token');
  if (path === paths.transactionStatus) return new DarajaError(400, '400.003.01', 'Invalid Access Token');
  return new DarajaError(404, '404.001.03', 'Invalid Access Token');
}
