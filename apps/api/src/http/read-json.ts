import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/refusal.ts';

const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;
const [OPEN_ARRAY, CLOSE_ARRAY] = [91, 93];
const [OPEN_OBJECT, CLOSE_OBJECT] = [123, 125];
const SPACE = 32;

/**
 * Makes `app` read JSON like Fastify, with two differences. An empty text is no body: generated
 * clients send it when they have none. An object with a repeated field is refused: some readers would use its first value and some its last.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '' && !isFromProvider(request)) return done(null, undefined);
    void parse(request, text, (error, body) => {
      if (error || isFromProvider(request) || !repeatsField(text)) done(error, body);
      else done(new Refusal('repeated_field'));
    });
  });
}

/** True for M-PESA's callbacks. All are acknowledged, or M-PESA repeats them. Ids and amount decide which count. */
function isFromProvider({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.audience === 'provider';
}

/**
 * Returns true if an object in this text repeats a field name, however the name is escaped.
 * @param text valid JSON, already parsed
 */
export function repeatsField(text: string): boolean {
  // Fast path: most requests have at most one field.
  if (text.indexOf(':') === text.lastIndexOf(':')) return false;
  /** Field names of each open object; undefined for an open array. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const symbol = text.charCodeAt(at);
    if (symbol === QUOTE) {
      const end = endOfText(text, at);
      if (isFollowedByColon(text, end)) {
        const names = open.at(-1);
        const name = nameIn(text, at, end);
        if (names?.has(name)) return true;
        names?.add(name);
      }
      at = end;
    } else if (symbol === OPEN_OBJECT) open.push(new Set());
    else if (symbol === OPEN_ARRAY) open.push(undefined);
    else if (symbol === CLOSE_OBJECT || symbol === CLOSE_ARRAY) open.pop();
  }
  return false;
}

function endOfText(text: string, start: number): number {
  let at = start + 1;
  for (; text.charCodeAt(at) !== QUOTE; at += 1) if (text.charCodeAt(at) === BACKSLASH) at += 1;
  return at;
}

function isFollowedByColon(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= SPACE) at += 1;
  return text.charCodeAt(at) === COLON;
}

function nameIn(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}
