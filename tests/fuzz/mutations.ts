import type { Random } from '../faults/random.ts';

/** A request as it is sent. */
export type Outgoing = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** Names of the mutations made to a valid request. */
  mutations: string[];
};

const STRANGE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'null',
  '-1',
  '1e309',
  '9007199254740993',
  "' or 1=1 --",
  '${7*7}',
  '../../etc/passwd',
  '%00',
  '٠٧١٢٣٤٥٦٧٨',
  '\ud800',
  '🎁'.repeat(40),
  '\u202e\u200b',
  '__proto__',
  'x'.repeat(501),
  'x'.repeat(5_000),
  '00000000-0000-0000-0000-000000000000',
];
const STRANGE_VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  [],
  {},
  [[]],
  { $ne: '' },
  { length: 3 },
  ...STRANGE_TEXTS,
];
const STRANGE_PATHS = [
  '..',
  '.',
  '%2e%2e',
  '%00',
  '%ff',
  '%',
  '//',
  'x'.repeat(501),
  '%F0%9F%8E%81',
  ';x',
  '*',
];
const BROKEN_BODIES = [
  '',
  '{',
  '[',
  'null',
  '[]',
  '"text"',
  '7',
  '{"a":1,"a":2}',
  '{"__proto__":{}}',
  '{"a":',
];
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

type Mutation = (call: Outgoing, random: Random) => void;

const inBody: Record<string, Mutation> = {
  'body: a strange value': (call, random) =>
    changeFields(call, random, (fields, name) => (fields[name] = random.oneOf(STRANGE_VALUES))),
  'body: without a field': (call, random) =>
    changeFields(call, random, (fields, name) => delete fields[name]),
  'body: an unknown field': (call, random) =>
    changeFields(call, random, (fields) => (fields['isAdmin'] = random.oneOf(STRANGE_VALUES))),
  'body: a field twice': (call) => {
    if (typeof call.body === 'string') call.body = call.body.replace('{', '{"twice":1,"twice":2,');
  },
  'body: broken': (call, random) => void (call.body = random.oneOf([...BROKEN_BODIES, DEEP])),
  'body: too large': (call) => void (call.body = JSON.stringify({ padding: 'x'.repeat(70_000) })),
  'body: bytes': (call) => void (call.body = Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])),
  'body: another type': (call, random) => {
    const types = [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/json; x=\u00e9',
      '',
    ];
    call.headers['content-type'] = random.oneOf(types);
  },
};

const inAddress: Record<string, Mutation> = {
  'path: a strange segment': (call, random) => {
    const [path = '', query] = call.path.split('?');
    const segments = path.split('/');
    segments[2 + random.below(Math.max(1, segments.length - 2))] = random.oneOf(STRANGE_PATHS);
    call.path = segments.join('/') + (query === undefined ? '' : `?${query}`);
  },
  'path: a slash more': (call) => void (call.path = call.path.replace('/api/', '/api//')),
  'path: in capitals': (call) => void (call.path = call.path.toUpperCase()),
  'query: strange': (call, random) => {
    const [path = '', query = ''] = call.path.split('?');
    const search = new URLSearchParams(query);
    const names = [...search.keys(), 'limit', 'cursor', 'search', 'from', 'status', '__proto__'];
    search.append(random.oneOf(names), random.oneOf(STRANGE_TEXTS).toWellFormed());
    call.path = `${path}?${search.toString()}`;
  },
  'query: not encoded': (call) =>
    void (call.path += call.path.includes('?') ? '&%=%%&==' : '?%E0%A4%A&[]=1&a[b]=2'),
};

const inHead: Record<string, Mutation> = {
  'method: another': (call, random) =>
    void (call.method = random.oneOf(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])),
  'header: none of one': (call, random) => {
    const name = random.oneOf(Object.keys(call.headers).concat('none'));
    delete call.headers[name];
  },
  'header: a strange one': (call, random) => {
    const names = [
      'x-requestid',
      'idempotency-key',
      'if-none-match',
      'accept',
      'range',
      'accept-encoding',
      'authorization',
    ];
    const texts = ['', 'x'.repeat(300), '*', 'bytes=0-', 'Basic Og==', 'Bearer x.y.z', 'Basic %%%', '\u00ff'];
    call.headers[random.oneOf(names)] = random.oneOf(texts);
  },
};

/** Applies one or two mutations to a request. Some have no effect, for example on a request without a body. */
export function mutate(call: Outgoing, random: Random): void {
  const groups = [inBody, inBody, inAddress, inHead];
  for (let count = 1 + random.below(2); count > 0; count -= 1) {
    const [name, change] = random.oneOf(Object.entries(random.oneOf(groups)));
    change(call, random);
    call.mutations.push(name);
  }
}

function changeFields(
  call: Outgoing,
  random: Random,
  change: (fields: Record<string, unknown>, name: string) => unknown,
): void {
  if (typeof call.body !== 'string') return;
  const body: unknown = JSON.parse(isJson(call.body) ? call.body : '{}');
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const fields = body as Record<string, unknown>;
  change(fields, random.oneOf([...Object.keys(fields), 'more']));
  call.body = JSON.stringify(fields);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
