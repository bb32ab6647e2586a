import { createRequire } from 'node:module';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPEFACE = '@fontsource-variable/funnel-display/files/funnel-display-latin-wght-normal.woff2';

/** Serves the phone page: plain files without a build step, styled like the web app. */
export async function addPage(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.header('content-security-policy', pagePolicy);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    return payload;
  });
  const look = new URL('../../../../packages/look/src', import.meta.url);
  await app.register(staticFiles, {
    root: [new URL('static', import.meta.url), look].map((folder) => fileURLToPath(folder)),
    cacheControl: false,
    index: 'index.html',
  });
  const { dir, base } = parse(createRequire(import.meta.url).resolve(TYPEFACE));
  app.get('/typeface.woff2', (_, reply) => reply.sendFile(base, dir));
}
