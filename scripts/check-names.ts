import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findTableNameMismatches } from './check-table-names.ts';

/**
 * A feature has the same name in contract, API, URL, web, tables and the README of its group. This check reads the
 * endpoint table, the folders and the database tables, so it needs no change for a new feature.
 */
const ROOT = resolve(import.meta.dirname, '..');
const FEATURES = 'apps/api/src/features';

/** Paths fixed by clients outside this repository: specification section 7, the rulings and `/api/v1`. */
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
 * Web folders whose name differs from the feature that they call, with the reason: the specification names the screen,
 * or the screen shows several features.
 */
const SCREENS: Record<string, Readonly<Record<string, string>>> = {
  'account-security': {
    session: 'The specification has the forgotten password among the screens of signing in.',
  },
  administrators: { session: 'The specification has one screen of signing in for each area.' },
  'gift-photos': { 'voucher-page': 'The recipient sees the photo on the page of the voucher.' },
  merchants: {
    api: 'The specification has the merchant’s keys and secret on the page of its API.',
    session: 'The specification has one screen of signing in for each area.',
    places: 'Settings, till, lists and reports show the places of a merchant.',
    settings: 'The specification calls the merchant’s own account Settings.',
  },
  'merchant-reports': {
    overview: 'The specification calls the first page of merchants Overview.',
    transactions: 'The specification calls the merchant’s list Transactions.',
  },
  payments: {
    purchases: 'The specification registers purchases and withdrawals by one call.',
    withdrawals: 'The specification registers purchases and withdrawals by one call.',
  },
  receipts: {
    'voucher-page': 'The page of a voucher shows the voucher and what can be done with it, on paper as well.',
    wallets: 'One button exports the history as a table or as a statement.',
  },
  reports: { dashboard: 'The specification calls the first page of administrators Dashboard.' },
  users: {
    profile: 'The specification calls the consumer’s own account Profile.',
    session: 'The specification has signing up and verifying among the screens of signing in.',
  },
};

const AREAS = new Set(['admin', 'consumer', 'merchant']);

const DOMAIN_WORDS =
  /\b(?:merchant|voucher|consumer|administrator|wallet|payment|redemption|gift|passkey|settlement)s?\b/iu;

type Found = { file: string; name: string; path: string };

/** @returns one line for each contract file, endpoint or folder whose names differ */
export async function findNameMismatches(): Promise<string[]> {
  const features = new Map(
    globSync(`${FEATURES}/*/*/`, { cwd: ROOT }).map((folder) => [basename(folder), folder] as const),
  );
  const endpoints = await readEndpoints();
  const bound = readBindings(features);
  const drawn = readScreens();
  const used = new Set<string>();
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
      ...screenProblem(endpoint, feature, { drawn, features, used }),
    ];
  });
  const words = globSync('apps/api/src/platform/**/*.ts', {
    cwd: ROOT,
    exclude: ['**/*.test.ts', '**/*.generated.ts'],
  }).flatMap((file) => {
    const [word] = DOMAIN_WORDS.exec(readFileSync(join(ROOT, file), 'utf8')) ?? [];
    return word === undefined ? [] : [`${file}: “${word}” is a word of the product, platform/ is below it`];
  });
  const unexplained = [...features].filter(([name, folder]) => !readmeOf(folder).includes(`| \`${name}\` `));
  return [
    ...new Set([
      ...problems,
      ...words,
      ...unexplained.map(([name, folder]) => `${dirname(folder)}/README.md: no row for the feature ${name}`),
      ...screenExceptions()
        .filter((exception) => !used.has(exception))
        .map((exception) => `scripts/check-names.ts, SCREENS: ${exception} is needed by no screen`),
      ...findTableNameMismatches(),
    ]),
  ];
}

function readmeOf(feature: string): string {
  return readFileSync(join(ROOT, dirname(feature), 'README.md'), 'utf8');
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

/** Maps each endpoint to the features whose routes bind it. */
function readBindings(features: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const bound = new Map<string, Set<string>>();
  for (const [feature, folder] of features) {
    for (const file of globSync('*routes.ts', { cwd: join(ROOT, folder) })) {
      note(bound, wordsOf(join(ROOT, folder, file)), feature);
    }
  }
  return bound;
}

/** Maps each endpoint to the names of the web folders that call it, without their area. */
function readScreens(): Map<string, Set<string>> {
  const drawn = new Map<string, Set<string>>();
  for (const file of globSync('apps/web/src/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/*.test.*', '**/testing/**'],
  })) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    if (text.includes('@zawadi/contract')) note(drawn, wordsOf(join(ROOT, file)), screenOf(file));
  }
  return drawn;
}

function note(known: Map<string, Set<string>>, words: ReadonlySet<string>, place: string): void {
  for (const word of words) known.set(word, (known.get(word) ?? new Set()).add(place));
}

function wordsOf(file: string): Set<string> {
  return new Set(readFileSync(file, 'utf8').match(/\b[a-z]\w+\b/gu) ?? []);
}

/** Returns the feature whose name begins the file's name. If several do, the longest. */
function featureOf(file: string, features: ReadonlyMap<string, string>): string | undefined {
  return [...features.keys()]
    .filter((feature) => file === feature || file.startsWith(`${feature}-`))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** Turns `admin-users` into `users`, because the URL and the web folder already name the administrators' area. */
function withoutArea(feature: string): string {
  return feature.replace(/^(?:admin|merchant)-/u, '');
}

/** @returns whether the URL's area, or its first part after the version, contains the feature's name */
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

/**
 * Returns the screen of a web file: `vouchers` for `features/merchant/vouchers/voucher-dialog.tsx`, the area for a file
 * directly in an area's folder.
 */
function screenOf(file: string): string {
  const [, ...folders] = dirname(file.replace('apps/web/src/', '')).split('/');
  const [first = 'src', second] = folders;
  return AREAS.has(first) ? (second ?? first) : first;
}

type Known = {
  drawn: ReadonlyMap<string, Set<string>>;
  features: ReadonlyMap<string, string>;
  /** Exceptions that the check has used so far, in the form of `screenExceptions()`. */
  used: Set<string>;
};

function screenProblem({ file, name }: Found, feature: string, { drawn, features, used }: Known): string[] {
  const screens = [...(drawn.get(name) ?? [])];
  if (screens.length === 0 || screens.some((screen) => isScreenOf(screen, feature, features))) return [];
  const excepted = screens.filter((screen) => screen in (SCREENS[feature] ?? {}));
  for (const screen of excepted) used.add(`${feature}, ${screen}`);
  return excepted.length > 0
    ? []
    : [`contract ${file}.ts, ${name}: shown by ${screens.join()}, not by a folder called ${feature}`];
}

/**
 * @returns whether the folder's name matches this feature best: `voucher-actions` does not belong to `vouchers`
 */
export function isScreenOf(screen: string, feature: string, features: ReadonlyMap<string, string>): boolean {
  const said = (name: string) =>
    Math.max(
      0,
      ...formsOf(name).map((form) => (beginsWith(screen, form) ? form.replace(/s$/u, '').length : 0)),
    );
  return said(feature) > 0 && [...features.keys()].every((other) => said(other) <= said(feature));
}

/** Returns the folder names allowed for a feature: singular or plural, with or without its area. */
function formsOf(feature: string): string[] {
  return [feature, withoutArea(feature)].flatMap((name) => [
    name.replace(/s$/u, ''),
    name.replace(/s?$/u, 's'),
  ]);
}

function screenExceptions(): string[] {
  return Object.entries(SCREENS).flatMap(([feature, screens]) =>
    Object.keys(screens).map((screen) => `${feature}, ${screen}`),
  );
}
