import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../config/deps.ts';
import { DAY_MS } from '../platform/durations.ts';
import { answerNotFound } from './errors.ts';

const BUILT = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const FILE_ENDING = /\.[a-z0-9]{1,11}$/iu;
const YEAR_SECONDS = 31_536_000;

const PATH = '/.well-known/security.txt';

/** RFC 9116 advises less than a year. */
const VALID_FOR_DAYS = 180;

/**
 * Serves the built web app, compressed when it was built, and its one page for every address that is not the API's.
 * @param folder of the build
 */
export async function serveWeb(app: FastifyInstance, folder: string = BUILT): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      wildcard: true,
      setHeaders: (reply, path) => {
        // Built files carry a hash of their content in their name.
        const isHashed = path.includes('/assets/');
        void reply.header(
          'cache-control',
          isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) =>
    isBuilt && isPage(request) ? answerPage(reply) : answerNotFound(request, reply),
  );
}

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

function isPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (request.url.startsWith('/api/') || request.url.startsWith('/assets/')) return false;
  const { accept = '*/*' } = request.headers;
  if (accept.includes('text/html')) return true;
  // Link previews and monitors take anything; a name that ends like a file's is a file that is not there.
  const [path = ''] = request.url.split('?');
  return accept.includes('*/*') && !FILE_ENDING.test(path);
}

function answerPage(reply: FastifyReply): FastifyReply {
  return reply.status(200).sendFile('index.html');
}
