import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { answerPage } from './web-page.ts';

/** URL in the source of the pages. Each deployment replaces it by its own. */
const WRITTEN_ADDRESS = 'https://zawadi.example';
const FIRST_PAGE = 'quick-start';
const NOT_FOUND = 'not-found';
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.atom': 'application/atom+xml; charset=utf-8',
};
/** Files outside `/developers`. */
const ADDRESSES: Record<string, string> = { 'llms.txt': '/llms.txt' };
const HIDDEN = { schema: { hide: true } } as const;

/**
 * Serves the built pages for developers at `/developers/<page>`, as Markdown at `/developers/<page>.md`, and the files for
 * programs, with this deployment's URL in their examples. Leaves other paths below `/developers/` to other routes.
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
  const read = (file: string) =>
    readFileSync(join(inside, file), 'utf8').replaceAll(WRITTEN_ADDRESS, () => publicUrl);
  for (const address of ['/developers', '/developers/']) {
    app.get(address, HIDDEN, async (_request, reply) => reply.redirect(`/developers/${FIRST_PAGE}`));
  }
  for (const file of readdirSync(inside)) {
    const { name, ext } = parse(file);
    const type = TYPES[ext];
    if (type === undefined || name === NOT_FOUND) continue;
    const text = read(file);
    app.get(
      ADDRESSES[file] ?? `/developers/${ext === '.html' ? name : file}`,
      HIDDEN,
      async (request, reply) => answerPage(request, reply, text, { 'content-type': type }),
    );
  }
  const notFound = `${NOT_FOUND}.html`;
  return existsSync(join(inside, notFound)) ? read(notFound) : undefined;
}
