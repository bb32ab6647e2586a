import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressedFor } from './compressed-for.ts';

const NO_SCRIPT = /<noscript>.*<\/noscript>/su;
/** Part of every page except a gift's, which has its own template. */
const TOO_OLD = /<template id="too-old">.*?<\/template>/su;
const SCRIPTS = /<script[^>]*><\/script>|<link rel="modulepreload"[^>]*>/gu;

/** Title in index.html. */
const HOME_TITLE = metaTitle('Zawadi');
const HOME_IMAGE = '/cards/home.png';
/** Support address in index.html. */
const HOME_SUPPORT = 'support@zawadi.test';

/** The web app's one page, adapted to each path. */
export type WebPage = {
  /**
   * Returns the page for a path.
   * @param path without its query string
   */
  at: (path: string) => string;
  /** Whether the app has a page at this path. */
  has: (path: string) => boolean;
  /**
   * Returns the page of a gift; names its card if there is one.
   * @param plain markup for browsers without scripts; by default a standard text
   */
  ofGift: (path: string, card?: { title: string; image: string }, plain?: string) => string;
  /** Returns a page without scripts, in the style of the app. */
  plain: (about: { language: string; title: string; markup: string }) => string;
};

/**
 * Reads the page of the build.
 * @param folder contains `index.html`, `pages.json` with the additional files of each path, and `page-addresses.json`
 * @param publicUrl public URL, without a slash at its end
 * @param supportEmail address that pages without scripts name
 */
export function readWebPage(folder: string, publicUrl: string, supportEmail: string): WebPage {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
    .replace(HOME_IMAGE, publicUrl + HOME_IMAGE)
    .replaceAll(HOME_SUPPORT, () => escaped(supportEmail));
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
    has: addressesIn(folder),
    plain: ({ language, title, markup }) =>
      page
        .replace(SCRIPTS, '')
        .replace(/<html lang="[^"]*"/u, `<html lang="${language}"`)
        .replace(/<title>.*?<\/title>/u, () => `<title>${escaped(title)}</title>`)
        .replace(/<body>.*<\/body>/su, () => `<body>${markup}</body>`),
    ofGift: (path, card, plain) => {
      const marked = at(path)
        .replace('<html ', '<html data-page="gift" ')
        .replace(TOO_OLD, '')
        .replace(NO_SCRIPT, (words) => (plain === undefined ? words : `<noscript>${plain}</noscript>`));
      if (card === undefined) return marked;
      return marked
        .replace(HOME_TITLE, () => metaTitle(card.title))
        .replace(publicUrl + HOME_IMAGE, () => card.image);
    },
  };
}

/** Reads the addresses of the app's pages, whose parameters begin with `$`. */
function addressesIn(folder: string): (path: string) => boolean {
  const listed = join(folder, 'page-addresses.json');
  const patterns = existsSync(listed) ? (JSON.parse(readFileSync(listed, 'utf8')) as string[]) : [];
  const pages = new RegExp(
    `^(?:${patterns.map((one) => one.replaceAll(/\$\w+/gu, '[^/]+')).join('|')})/?$`,
    'iu',
  );
  return (path) => pages.test(path);
}

/** Matches a path with a pattern. A pattern that ends in `*` matches every path with that prefix. */
function isAt(path: string, pattern: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function metaTitle(title: string): string {
  return `<meta property="og:title" content="${escaped(title)}" />`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Sends a page with the reply's status, compressed for clients that accept it. */
export async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  headers: Record<string, string> = {},
): Promise<FastifyReply> {
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', ...headers });
  return reply.send(await compressedFor(request, reply, page));
}
