import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { answerPage } from './web-page.ts';

/** URL in the source of the pages. Each deployment replaces it by its own. */
const WRITTEN_ADDRESS = 'https://zawadi.example';
const FIRST_PAGE = 'quick-start';
const NOT_FOUND = 'not-found';
const HIDDEN = { schema: { hide: true } } as const;

/**
 * Serves the built pages for developers at `/developers/<page>`, with this deployment's URL in their examples. Leaves
 * other paths below `/developers/` to other routes.
 * @param options.folder folder of the build
 * @param options.publicUrl public URL, without a slash at its end
 * @returns the answer for unknown paths below `/developers/`; undefined if the build has no such pages
 */
export function serveDevelopers(
  app: FastifyInstance,
  { folder, publicUrl }: { folder: string; publicUrl: string },
): string | undefined {
  const inside = join(folder, 'developers');
  if (!existsSync(inside)) return undefined;
  const pages = readdirSync(inside)
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({
      name: file.slice(0, -'.html'.length),
      html: readFileSync(join(inside, file), 'utf8').replaceAll(WRITTEN_ADDRESS, () => publicUrl),
    }));
  for (const address of ['/developers', '/developers/']) {
    app.get(address, HIDDEN, async (_request, reply) => reply.redirect(`/developers/${FIRST_PAGE}`));
  }
  for (const { name, html } of pages.filter((page) => page.name !== NOT_FOUND)) {
    app.get(`/developers/${name}`, HIDDEN, async (request, reply) => answerPage(request, reply, html));
  }
  return pages.find(({ name }) => name === NOT_FOUND)?.html;
}
