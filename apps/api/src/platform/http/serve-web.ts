import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerNotFound } from './errors.ts';

const BUILT = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));
const YEAR_SECONDS = 31_536_000;

/** Serves the built web app, compressed when it was built, and its one page for every address that is not the API's. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  const isBuilt = existsSync(`${BUILT}index.html`);
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: BUILT,
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

function isPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (request.url.startsWith('/api/') || request.url.startsWith('/assets/')) return false;
  return (request.headers.accept ?? '').includes('text/html');
}

function answerPage(reply: FastifyReply): FastifyReply {
  return reply.status(200).sendFile('index.html');
}
