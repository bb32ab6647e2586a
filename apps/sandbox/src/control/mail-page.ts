import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';

/** A mail is a stranger's HTML: no script, no request but for pictures that it carries itself. */
const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** Shows one mail as its reader would see it; links open in a new tab. */
export function addMailPage(app: FastifyInstance, world: World): void {
  app.get('/control/mail/:id/html', (request, reply) => {
    const { id } = request.params as { id: string };
    const mail = /^\d{1,12}$/.test(id) ? world.inboxes.mailById(Number(id)) : undefined;
    if (mail === undefined) return reply.code(404).send({ error: 'No such mail.' });
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', mailPolicy)
      .send(`<base target="_blank">${mail.html}`);
  });
}
