import { dirname, parse } from 'node:path';
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

/** Serves the phone page: plain files without a build step, styled like the web app. */
export async function addPage(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.header('content-security-policy', pagePolicy);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    return payload;
  });
  const look = dirname(fileURLToPath(import.meta.resolve('@zawadi/look/palette.css')));
  await app.register(staticFiles, {
    root: [fileURLToPath(new URL('static', import.meta.url)), look],
    cacheControl: false,
    index: 'index.html',
  });
  const typeface = import.meta
    .resolve('@fontsource-variable/funnel-display/files/funnel-display-latin-wght-normal.woff2');
  const { dir, base } = parse(fileURLToPath(typeface));
  app.get('/typeface.woff2', (_, reply) => reply.sendFile(base, dir));
}
