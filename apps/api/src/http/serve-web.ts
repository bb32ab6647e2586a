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
import { answerPage, readWebPage } from './web-page.ts';

const BUILT = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const FILE_ENDING = /\.[a-z0-9]{1,11}$/iu;
const YEAR_SECONDS = 31_536_000;

const PATH = '/.well-known/security.txt';

/** RFC 9116 advises less than a year. */
const VALID_FOR_DAYS = 180;

type AskedGift = { claimToken: string; language: 'en' | 'sw' };
type PlainGift = { title: string; markup: string; status: number };

/** What the link of a gift shows where no script runs. */
export type PlainGifts = {
  /** Without its code. */
  show: (asked: AskedGift) => Promise<PlainGift>;
  /**
   * With its code: that opens the gift.
   * @param counted runs what finds it, and refuses who does so too often
   */
  open: (asked: AskedGift, counted: <T>(run: () => Promise<T>) => Promise<T>) => Promise<PlainGift>;
};

/** What the link of a gift shows where it is forwarded. */
export type LinkCards = {
  /** Undefined where the link leads to no gift. */
  read: (claimToken: string) => Promise<{ title: string; cloth: string } | undefined>;
  /** A PNG of 1200 × 630 from the picture of a cloth. */
  draw: (title: string, picture: string) => Promise<Buffer>;
};

/**
 * Serves the built web app, compressed when it was built, and its one page for every address that is not the API's. The page
 * of a gift names its card, and is in no search engine. Developers have pages of their own.
 * @param options.publicUrl where browsers find us, without a slash at its end
 * @param options.folder of the build
 * @param options.callCounts where uses of the plain form are counted, with those of its twin in the API; nowhere when absent
 * @param options.rateFactor multiplies the contract's rates
 */
export async function serveWeb(
  app: FastifyInstance,
  options: {
    publicUrl: string;
    cards: LinkCards;
    gifts: PlainGifts;
    folder?: string;
    callCounts?: CallCounts;
    rateFactor: number;
  },
): Promise<void> {
  const { publicUrl, cards, gifts, folder = BUILT } = options;
  const page = existsSync(join(folder, 'index.html')) ? readWebPage(folder, publicUrl) : undefined;
  if (page) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      // The tag says it all, and no browser asks for a part of these.
      lastModified: false,
      acceptRanges: false,
      wildcard: true,
      index: false,
      setHeaders: (reply, path) => {
        // Built files carry a hash of their content in their name.
        const isHashed = path.includes('/assets/');
        void reply.header(
          'cache-control',
          isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        );
        // The package of the SDK; its ending is in no list of media types.
        if (path.endsWith('.tgz')) void reply.header('content-type', 'application/gzip');
      },
    });
  }
  const noDevelopersPage = serveDevelopers(app, { folder, publicUrl });
  app.setNotFoundHandler((request, reply) => {
    if (!page || !isPage(request)) return answerNotFound(request, reply);
    if (noDevelopersPage !== undefined && request.url.startsWith('/developers/'))
      return answerPage(request, reply.status(404), noDevelopersPage);
    return answerPage(request, reply.status(200), page.at(pathOf(request)));
  });
  if (!page) return;
  app.get('/', HIDDEN, async (request, reply) =>
    isPage(request) ? answerPage(request, reply, page.at('/')) : answerNotFound(request, reply),
  );
  app.get<{ Params: GiftParams }>('/v/:claimToken', HIDDEN, async (request, reply) => {
    if (!isPage(request)) return answerNotFound(request, reply);
    const { claimToken } = request.params;
    const language = languageOf(request);
    // A database in trouble costs the card and the plain words; the page itself says what is wrong.
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
    // Who sends the form runs no script, and reads a page where a program reads JSON.
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

/** By the name that the contract counts tokens by. */
type GiftParams = { claimToken: string };

const HIDDEN = { schema: { hide: true } } as const;

/** A page that says something of one person, in the language of the browser. */
const PERSONAL = { 'cache-control': 'private, no-cache', vary: 'accept-encoding, accept-language' };

const LONGEST_FORM_BYTES = 1_024;

/** The form has no field: its address says all. What came in its place is dropped. */
function acceptEmptyForm(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LONGEST_FORM_BYTES },
    async () => ({}),
  );
}

/** Of `?lang=`, as our links have it, else the first of ours that the browser names. */
function languageOf({ url, headers }: FastifyRequest): 'en' | 'sw' {
  const named = new URLSearchParams(url.split('?', 2)[1]).get('lang');
  if (named === 'en' || named === 'sw') return named;
  const [first] = /\b(?:en|sw)\b/iu.exec(headers['accept-language'] ?? '') ?? [];
  return first?.toLowerCase() === 'sw' ? 'sw' : 'en';
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
  return accept.includes('*/*') && !FILE_ENDING.test(pathOf(request));
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? url;
}
