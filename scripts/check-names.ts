import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * A feature has one name in contract, API, URL, web and glossary. What follows reads the endpoint table and the
 * folders, so a new feature is held to it on its first day.
 */
const ROOT = resolve(import.meta.dirname, '..');
const FEATURES = 'apps/api/src/features';

/** Paths that clients outside this repository know by heart: specification section 7, the rulings and `/api/v1`. */
const FIXED_PATHS = [
  '/api/v1/',
  '/api/hooks/',
  '/api/auth/v1/',
  '/api/mpesa/',
  '/api/merchants/v1/update-secret',
  '/api/admin/v1/login',
  '/api/admin/v1/trial-balance',
];

/**
 * Where a screen has another name than the feature it shows: the specification names the screen by what is done there,
 * and one screen shows several features.
 */
const SCREENS: Record<string, readonly string[]> = {
  'account-security': ['profile', 'settings', 'session', 'first-password'],
  adjustments: ['merchants'],
  administrators: ['session'],
  fraud: ['overview'],
  holds: ['transactions', 'voucher-page'],
  'live-updates': ['api'],
  'lost-contacts': ['users'],
  'merchant-api': ['merchants'],
  'merchant-reports': ['overview', 'transactions'],
  merchants: ['merchant', 'session'],
  messages: ['push'],
  passkeys: ['profile', 'settings', 'session', 'admin'],
  payments: ['buy-gifts', 'redeem'],
  postings: ['reports'],
  purchases: ['buy-gifts'],
  receipts: ['consumer', 'till', 'voucher-page'],
  redemptions: ['till'],
  refunds: ['gifts'],
  reports: ['dashboard'],
  sessions: ['api', 'session'],
  settings: ['admin', 'consumer'],
  'system-health': ['dashboard'],
  templates: ['messages'],
  users: ['profile', 'session', 'shell'],
  'voucher-actions': ['transactions', 'reviews'],
  vouchers: ['gifts', 'redeem', 'voucher-page'],
  'wallet-freeze': ['profile', 'session'],
  wallets: ['consumer'],
  webhooks: ['api-access'],
  withdrawals: ['redeem', 'transactions'],
};

const DOMAIN_WORDS =
  /\b(?:merchant|voucher|consumer|administrator|wallet|payment|redemption|gift|passkey|settlement)s?\b/iu;

type Found = { file: string; name: string; path: string };

/** @returns one line for each contract file, endpoint or folder whose names differ, none when all agree */
export async function findUnlikeNames(): Promise<string[]> {
  const features = new Map(
    globSync(`${FEATURES}/*/*/`, { cwd: ROOT }).map((folder) => [basename(folder), folder] as const),
  );
  const endpoints = await readEndpoints();
  const bound = readBindings(features);
  const drawn = readScreens();
  const glossary = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8').toLowerCase();
  const problems = endpoints.flatMap((endpoint) => {
    const feature = featureOf(endpoint.file, features);
    if (feature === undefined) return [`contract ${endpoint.file}.ts: no feature has this name`];
    const where = `contract ${endpoint.file}.ts, ${endpoint.name}`;
    return [
      ...(bound.get(endpoint.name)?.has(feature) === true
        ? []
        : [`${where}: bound by ${[...(bound.get(endpoint.name) ?? ['nothing'])].join()}, not by ${feature}`]),
      ...(isNamedAfter(endpoint.path, feature)
        ? []
        : [`${where}: ${endpoint.path} does not name ${feature}`]),
      ...screenProblem(endpoint, feature, drawn),
    ];
  });
  const words = globSync('apps/api/src/platform/**/*.ts', {
    cwd: ROOT,
    exclude: ['**/*.test.ts', '**/*.generated.ts'],
  }).flatMap((file) => {
    const [word] = DOMAIN_WORDS.exec(readFileSync(join(ROOT, file), 'utf8')) ?? [];
    return word === undefined ? [] : [`${file}: “${word}” is a word of the product, platform/ is below it`];
  });
  const unexplained = [...features.keys()].filter((name) => !glossary.includes(`| ${name} `));
  return [
    ...new Set([
      ...problems,
      ...words,
      ...unexplained.map((name) => `docs/glossary.md: no row for the feature ${name}`),
    ]),
  ];
}

async function readEndpoints(): Promise<Found[]> {
  const files = globSync('packages/contract/src/*.ts', {
    cwd: ROOT,
    exclude: ['**/*.test.ts', '**/index.ts'],
  });
  const read = files.map(async (file) => {
    const exported: unknown = await import(pathToFileURL(join(ROOT, file)).href);
    return Object.entries(exported as object).flatMap(([name, value]: [string, unknown]) =>
      isEndpoint(value) ? [{ file: basename(file, '.ts'), name, path: value.path }] : [],
    );
  });
  return (await Promise.all(read)).flat();
}

function isEndpoint(value: unknown): value is { path: string } {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value;
}

/** For each endpoint the features whose routes bind it. */
function readBindings(features: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const bound = new Map<string, Set<string>>();
  for (const [feature, folder] of features) {
    for (const file of globSync('*routes.ts', { cwd: join(ROOT, folder) })) {
      note(bound, wordsOf(join(ROOT, folder, file)), feature);
    }
  }
  return bound;
}

/** For each endpoint the folders of the web app that call it, as parts of their paths. */
function readScreens(): Map<string, Set<string>> {
  const drawn = new Map<string, Set<string>>();
  for (const file of globSync('apps/web/src/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/*.test.*'] })) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    if (text.includes('@zawadi/contract')) note(drawn, wordsOf(join(ROOT, file)), dirname(file));
  }
  return drawn;
}

function note(known: Map<string, Set<string>>, words: ReadonlySet<string>, place: string): void {
  for (const word of words) known.set(word, (known.get(word) ?? new Set()).add(place));
}

function wordsOf(file: string): Set<string> {
  return new Set(readFileSync(file, 'utf8').match(/\b[a-z]\w+\b/gu) ?? []);
}

/** The longest name of a feature that the file's name is, or begins with. */
function featureOf(file: string, features: ReadonlyMap<string, string>): string | undefined {
  return [...features.keys()]
    .filter((feature) => file === feature || file.startsWith(`${feature}-`))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** `admin-users` is `users` in the area of administrators, which URL and web folder say already. */
function withoutArea(feature: string): string {
  return feature.replace(/^(?:admin|merchant)-/u, '');
}

/** @returns whether the area or the first part after the version says the feature's name */
function isNamedAfter(path: string, feature: string): boolean {
  if (FIXED_PATHS.some((fixed) => path.startsWith(fixed))) return true;
  const [, , area, version, first] = path.split('/');
  const parts = [area, version === 'v1' ? first : undefined];
  return parts.some(
    (part) => part !== undefined && beginsWith(part.replace(/\.\w+$/u, ''), withoutArea(feature)),
  );
}

function beginsWith(part: string, name: string): boolean {
  return part === name || part.startsWith(`${name}-`);
}

function screenProblem(
  { file, name }: Found,
  feature: string,
  drawn: ReadonlyMap<string, Set<string>>,
): string[] {
  const folders = [...(drawn.get(name) ?? [])];
  const names = [withoutArea(feature), ...(SCREENS[feature] ?? [])];
  const isDrawn = folders.some((folder) =>
    folder.split('/').some((part) => names.some((it) => beginsWith(part, it))),
  );
  return folders.length === 0 || isDrawn
    ? []
    : [
        `contract ${file}.ts, ${name}: shown by ${folders.join()}, not by a folder called ${names.join(' or ')}`,
      ];
}
