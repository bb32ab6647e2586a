import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/**
 * Has `app` read JSON as Fastify does, and refuse an object that gives one field twice: of those who read such a
 * request, some take the first and some the last.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    void parse(request, text, (error, body) => {
      if (error || isFromProvider(request) || !repeatsField(text)) done(error, body);
      else done(new Refusal('repeated_field'));
    });
  });
}

/** M-PESA is acknowledged whatever it sends, or it would send the same again; ids and amount decide what it is worth. */
function isFromProvider({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.audience === 'provider';
}

const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;
const [OPEN_ARRAY, CLOSE_ARRAY] = [91, 93];
const [OPEN_OBJECT, CLOSE_OBJECT] = [123, 125];
const SPACE = 32;

/**
 * True when an object of this text has two fields of one name, however the name is escaped.
 * @param text valid JSON: `JSON.parse` has taken it
 */
export function repeatsField(text: string): boolean {
  // Most requests have one field or none.
  if (text.indexOf(':') === text.lastIndexOf(':')) return false;
  /** The names in each object that is open; arrays have none. */
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
