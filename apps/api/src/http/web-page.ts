import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(brotliCompress);
// A page is a few KB, and one of a gift is made for each reader.
const QUALITY = 5;

/** As they stand in index.html. */
const HOME_TITLE = metaTitle('Zawadi');
const HOME_IMAGE = '/cards/home.png';

/** The one page of the web app, as each address gets it. */
export type WebPage = {
  /** @param path of the address, without its query */
  at: (path: string) => string;
  /** The page of a gift, which names its card where there is one. */
  ofGift: (path: string, card?: { title: string; image: string }) => string;
};

/**
 * @param folder of the build: `index.html`, and `pages.json` with what its addresses load beside the first file
 * @param publicUrl where browsers find us, without a slash at its end
 */
export function readWebPage(folder: string, publicUrl: string): WebPage {
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replace(HOME_IMAGE, publicUrl + HOME_IMAGE);
  const listed = join(folder, 'pages.json');
  const heads = Object.entries(
    existsSync(listed) ? (JSON.parse(readFileSync(listed, 'utf8')) as Record<string, string>) : {},
  );
  const at = (path: string) => {
    const [, head = ''] = heads.find(([pattern]) => isAt(path, pattern)) ?? [];
    return page.replace('</head>', () => `${head}</head>`);
  };
  return {
    at,
    ofGift: (path, card) => {
      const marked = at(path).replace('<html ', '<html data-page="gift" ');
      if (card === undefined) return marked;
      return marked
        .replace(HOME_TITLE, () => metaTitle(card.title))
        .replace(publicUrl + HOME_IMAGE, () => card.image);
    },
  };
}

/** A pattern that ends in `*` stands for every path that begins like it. */
function isAt(path: string, pattern: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function metaTitle(title: string): string {
  const safe = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<meta property="og:title" content="${safe}" />`;
}

/** Sends a page, compressed for those who take it, with the status that the reply has. */
export async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (!/\bbr\b/u.test(request.headers['accept-encoding'] ?? '')) return reply.send(page);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  return reply.header('content-encoding', 'br').send(await compress(page, { params }));
}
