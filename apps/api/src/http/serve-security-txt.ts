import type { FastifyInstance } from 'fastify';
import type { Deps } from '../config/deps.ts';
import { DAY_MS } from '../platform/durations.ts';

const PATH = '/.well-known/security.txt';
/** RFC 9116 advises less than a year. */
const VALID_FOR_DAYS = 180;

/**
 * Where to report what is wrong with our security, as RFC 9116 wants it found. It is built for every response, so
 * that only a copy can be out of date.
 */
export function serveSecurityTxt(
  app: FastifyInstance,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
): void {
  app.get(PATH, { schema: { hide: true } }, async (_request, reply) => {
    const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
    const lines = [
      `Contact: ${config.securityContact}`,
      `Expires: ${new Date(today + VALID_FOR_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en, sw',
      `Canonical: ${config.publicUrl}${PATH}`,
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`);
  });
}
