import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { showCodeByLink } from '@zawadi/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../config/deps.ts';
import type { CallCounts } from '../platform/call-counts/create-call-counts.ts';
import { DAY_MS } from '../platform/durations.ts';
import { Refusal } from '../platform/refusal.ts';
import { answerError, answerNotFound } from './errors.ts';
import { createGuessCount } from './guess-counts.ts';
import { serveDevelopers } from './serve-developers.ts';
import { languageOf } from './serve-status.ts';
import { answerPage, readWebPage, type WebPage } from './web-page.ts';

const BUILT = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
/** A released package of the SDK never changes. */
const SDK_VERSION = /\/zawadi-sdk-[\d.]+[.]tgz$/u;
const FILE_ENDING = /\.[a-z0-9]{1,11}$/iu;
const YEAR_SECONDS = 31_536_000;

const PATH = '/.well-known/security.txt';

/** RFC 9116 recommends an expiry of less than a year. */
const VALID_FOR_DAYS = 180;

type AskedGift = { claimToken: string; language: 'en' | 'sw' };
type PlainGift = { title: string; markup: string; status: number };

/** Content of a gift's page for browsers without scripts. */
export type PlainGifts = {
  /** Shows the gift without its code. */
  show: (asked: AskedGift) => Promise<PlainGift>;
  /**
   * Shows the gift with its code, and marks the gift as opened.
   * @param counted runs the look-up, and refuses callers that look up too often
   */
  open: (asked: AskedGift, counted: <T>(run: () => Promise<T>) => Promise<T>) => Promise<PlainGift>;
};

/** Preview cards, shown where a gift's link is forwarded. */
export type LinkCards = {
  /** Reads the card of a gift's link; undefined if the link leads to no gift. */
  read: (claimToken: string) => Promise<{ title: string; cloth: string } | undefined>;
  /** Draws a PNG of 1200 × 630 from the picture of a cloth. */
  draw: (title: string, picture: string) => Promise<Buffer>;
};

/**
 * Serves the built and precompressed web app: one page for all paths outside the API. The page of a gift names its
 * card, and is hidden from search engines. Developers' pages are separate.
 * @param options.publicUrl public URL, without a slash at its end
 * @param options.supportEmail address that pages without scripts name
 * @param options.folder folder of the build
 * @param options.callCounts counts uses of the plain gift form together with the same endpoint of the API; if absent,
 *   nothing is counted
 * @param options.rateFactor multiplies the contract's rates
 */
export async function serveWeb(
  app: FastifyInstance,
  options: {
    publicUrl: string;
    supportEmail: string;
    cards: LinkCards;
    gifts: PlainGifts;
    folder?: string;
    callCounts?: CallCounts;
    rateFactor: number;
  },
): Promise<void> {
  const { publicUrl, supportEmail, cards, gifts, folder = BUILT } = options;
  const page = readBuiltPage({ publicUrl, supportEmail, folder });
  if (page) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      // The ETag is enough, and no browser requests ranges of these files.
      lastModified: false,
      acceptRanges: false,
      wildcard: true,
      index: false,
      setHeaders: (reply, path) => {
        // Names of built files contain a hash of their content, so they may be cached forever.
        const isFinal = path.includes('/assets/') || SDK_VERSION.test(path);
        void reply.header(
          'cache-control',
          isFinal ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        );
        // The SDK's package. Lists of media types do not have its extension.
        if (path.endsWith('.tgz')) void reply.header('content-type', 'application/gzip');
      },
    });
  }
  const noDevelopersPage = serveDevelopers(app, { folder, publicUrl });
  app.setNotFoundHandler((request, reply) => {
    if (!page || !isPage(request)) return answerNotFound(request, reply);
    if (noDevelopersPage !== undefined && request.url.startsWith('/developers/'))
      return answerPage(request, reply.status(404), noDevelopersPage);
    // The app opens its first page instead.
    const path = pathOf(request);
    return answerPage(request, reply.status(page.has(path) ? 200 : 404), page.at(path));
  });
  if (!page) return;
  app.get('/', HIDDEN, async (request, reply) =>
    isPage(request) ? answerPage(request, reply, page.at('/')) : answerNotFound(request, reply),
  );
  app.get<{ Params: GiftParams }>('/v/:claimToken', HIDDEN, async (request, reply) => {
    if (!isPage(request)) return answerNotFound(request, reply);
    const { claimToken } = request.params;
    const language = languageOf(request);
    // If the database fails, only the card and the texts without scripts are missing. The page itself reports the
    // problem.
    const [card, plain] = await Promise.all([
      cards.read(claimToken).catch(() => undefined),
      gifts.show({ claimToken, language }).catch(() => undefined),
    ]);
    reply.headers({ 'x-robots-tag': 'noindex, nofollow' });
    const image = `${publicUrl}/v/${encodeURIComponent(claimToken)}/card.png`;
    const head = card && { title: card.title, image };
    return answerPage(request, reply, page.ofGift(pathOf(request), head, plain?.markup), PERSONAL);
  });
  await app.register(async (scope) => {
    acceptEmptyForm(scope);
    const countGuesses = createGuessCount(showCodeByLink, options);
    type Counted = <T>(run: () => Promise<T>) => Promise<T>;
    const answerForm = async (request: FastifyRequest, reply: FastifyReply, counted: Counted) => {
      const language = languageOf(request);
      const { claimToken } = request.params as GiftParams;
      const { status, title, markup } = await gifts.open({ claimToken, language }, counted);
      reply.status(status).header('x-robots-tag', 'noindex, nofollow');
      return answerPage(request, reply, page.plain({ language, title, markup }), {
        'cache-control': 'no-store',
      });
    };
    // Only browsers without scripts send the form, so errors must be pages instead of JSON.
    scope.setErrorHandler((error: Error, request, reply) => {
      const isTooMany = error instanceof Refusal && error.code === 'too_many_requests';
      const refuse = async () => {
        throw error;
      };
      return isTooMany ? answerForm(request, reply, refuse) : answerError(error, request, reply);
    });
    const max = showCodeByLink.rate.perMinute * options.rateFactor;
    const config = { rateLimit: { max, timeWindow: 60_000 } };
    scope.post<{ Params: GiftParams }>('/v/:claimToken', { ...HIDDEN, config }, (request, reply) =>
      answerForm(request, reply, (run) => countGuesses(request, run)),
    );
  });
  app.get<{ Params: GiftParams }>('/v/:claimToken/card.png', HIDDEN, async (request, reply) => {
    const card = await cards.read(request.params.claimToken);
    if (!card) return answerNotFound(request, reply);
    const picture = await cards.draw(card.title, join(folder, 'cards', `${card.cloth}.png`));
    return reply
      .headers({ 'x-robots-tag': 'noindex', 'cache-control': `public, max-age=${DAY_MS / 1_000}` })
      .type('image/png')
      .send(picture);
  });
}

/** Reads the page of the built web app; undefined without a build. */
export function readBuiltPage({
  publicUrl,
  supportEmail,
  folder = BUILT,
}: {
  publicUrl: string;
  supportEmail: string;
  folder?: string;
}): WebPage | undefined {
  return existsSync(join(folder, 'index.html')) ? readWebPage(folder, publicUrl, supportEmail) : undefined;
}

/** Has the parameter's name in the contract, which counts uses by this token. */
type GiftParams = { claimToken: string };

const HIDDEN = { schema: { hide: true } } as const;

/** Headers of a page about one person, in the browser's language. */
const PERSONAL = { 'cache-control': 'private, no-cache', vary: 'accept-encoding, accept-language' };

const LONGEST_FORM_BYTES = 1_024;

/** Accepts a form and ignores its body: the form has no field, and its URL names the gift. */
function acceptEmptyForm(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LONGEST_FORM_BYTES },
    async () => ({}),
  );
}

/**
 * Serves the contact for security reports (RFC 9116). Builds it for every response, so that its expiry is always in
 * the future.
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
  // Link previews and monitors accept any media type. A path with a file extension is a missing file, not a page.
  return accept.includes('*/*') && !FILE_ENDING.test(pathOf(request));
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? url;
}
