import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallCounts } from '../platform/call-counts/create-call-counts.ts';
import { networkOf } from '../platform/net/public-address.ts';
import { Refusal } from '../platform/refusal.ts';
import { answerPage, type WebPage } from './web-page.ts';

type Language = 'en' | 'sw';

type StatusOptions = {
  describe: () => Promise<object>;
  draw: (language: Language) => Promise<{ title: string; markup: string }>;
  callCounts: CallCounts;
  rateFactor: number;
  /** The web app's page, whose styles the status page has; absent without a build. */
  page: WebPage | undefined;
};

/** Limit per network. */
const CALLS_PER_MINUTE = 120;
const CACHE = 'public, max-age=5';
const HIDDEN = { schema: { hide: true } } as const;

/** Serves the public status page and the same for programs. Needs neither the database nor a script. */
export function serveStatus(
  app: FastifyInstance,
  { describe, draw, callCounts, rateFactor, page }: StatusOptions,
): void {
  const limit = CALLS_PER_MINUTE * rateFactor;
  const admit = (request: FastifyRequest) => {
    // Counted in memory, because a count of all processes needs the database.
    const { used, resetMs } = callCounts.countAtOnce(`status ${networkOf(request.ip)}`, limit);
    if (used > limit)
      throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(resetMs / 1_000) });
  };
  app.get('/status.json', HIDDEN, async (request, reply) => {
    admit(request);
    return reply
      .headers({
        'cache-control': CACHE,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(await describe());
  });
  app.get('/status', HIDDEN, async (request, reply): Promise<FastifyReply> => {
    admit(request);
    const language = languageOf(request);
    const { title, markup } = await draw(language);
    const document = page?.plain({ language, title, markup }) ?? bare(language, title, markup);
    return answerPage(request, reply, document, {
      'cache-control': CACHE,
      vary: 'accept-encoding, accept-language',
    });
  });
}

function bare(language: Language, title: string, markup: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body>${markup}</body></html>`;
}

/** Returns the language of `?lang=`; otherwise the first supported language of the browser. */
export function languageOf({ url, headers }: FastifyRequest): Language {
  const named = new URLSearchParams(url.split('?', 2)[1]).get('lang');
  if (named === 'en' || named === 'sw') return named;
  const [first] = /\b(?:en|sw)\b/iu.exec(headers['accept-language'] ?? '') ?? [];
  return first?.toLowerCase() === 'sw' ? 'sw' : 'en';
}
