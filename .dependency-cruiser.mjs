import { readFileSync, readdirSync } from 'node:fs';

/**
 * The boundaries of ARCHITECTURE.md. Each rule is a pattern over folders, so that a new feature obeys it on its
 * first day. `$1` stands for what the first group of the `from` pattern matched.
 */
const TESTS = '[.]test[.]tsx?$|/testing/';
const FEATURES = 'apps/api/src/features';
const groups = readGroups();

/** @param {{ name: string, why: string, from: object, to: object }} rule */
const forbid = ({ name, why, from, to }) => ({ name, severity: 'error', comment: why, from, to });

/** The groups of features, from the top floor to the lowest, as ARCHITECTURE.md draws them. */
function readGroups() {
  const drawing = /```floors\n([^`]+)```/u.exec(readFileSync('ARCHITECTURE.md', 'utf8'))?.[1] ?? '';
  const drawn = drawing
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0])
    .filter((floor) => !['ledger', 'platform'].includes(floor));
  const there = readdirSync(FEATURES);
  if (drawn.toSorted().join() === there.toSorted().join()) return drawn;
  throw new Error(
    `ARCHITECTURE.md draws the floors ${drawn.join(', ')}; ${FEATURES} has ${there.join(', ')}.`,
  );
}

const floors = groups.slice(1).map((group, n) =>
  forbid({
    name: `${group}-knows-no-floor-above`,
    why: 'A group of features uses its own floor and those below it (ARCHITECTURE.md). What it needs from above is handed in by app.ts.',
    from: { path: `^${FEATURES}/${group}/`, pathNot: TESTS },
    to: { path: `^${FEATURES}/(${groups.slice(0, n + 1).join('|')})/` },
  }),
);

const everywhere = [
  forbid({
    name: 'no-cycles',
    why: 'Two files that need each other are one idea in two places.',
    from: {},
    to: { circular: true },
  }),
  forbid({
    name: 'nothing-unresolved',
    why: 'The imported file or package is not there.',
    from: {},
    to: { couldNotResolve: true },
  }),
  forbid({
    name: 'no-undeclared-dependency',
    why: 'Name the package in the package.json of the workspace that imports it.',
    from: { path: '^(apps|packages)/', pathNot: TESTS },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  }),
  forbid({
    name: 'no-development-dependency-at-run-time',
    why: 'What runs in production is a dependency, not a devDependency.',
    from: { path: '^(apps|packages)/[^/]+/src/', pathNot: TESTS },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  }),
  forbid({
    name: 'tests-are-not-imported',
    why: 'Only tests use tests and what helps them.',
    from: { path: '^(apps|packages)/', pathNot: TESTS },
    to: { path: `${TESTS}|^(tests|e2e|bench)/` },
  }),
  forbid({
    name: 'product-does-not-need-scripts',
    why: 'Scripts run the product, never the other way round.',
    from: { path: '^(apps|packages)/' },
    to: { path: '^scripts/' },
  }),
  forbid({
    name: 'benches-do-not-need-scripts',
    why: 'scripts/bench.ts runs the benches, never the other way round.',
    from: { path: '^bench/' },
    to: { path: '^scripts/' },
  }),
  forbid({
    name: 'packages-stand-alone',
    why: 'A package is used by the apps and by others outside; all it may know of us is the contract.',
    from: { path: '^packages/([^/]+)/' },
    to: { path: '^(apps|packages)/', pathNot: '^packages/($1|contract)/' },
  }),
  forbid({
    name: 'apps-meet-over-the-wire',
    why: 'Apps talk over HTTP and share packages. Only what signs in to the sandbox is published by it.',
    from: { path: '^apps/([^/]+)/', pathNot: TESTS },
    to: {
      path: '^apps/',
      pathNot: '^apps/$1/|^apps/sandbox/src/(credentials|certificate/certificate)[.]ts$',
    },
  }),
];

const api = [
  forbid({
    name: 'platform-is-the-floor',
    why: 'platform/ holds no word of the product.',
    from: { path: '^apps/api/src/platform/', pathNot: TESTS },
    to: { path: '^apps/api/src/|^packages/mpesa/', pathNot: '^apps/api/src/platform/' },
  }),
  forbid({
    name: 'edge-knows-no-feature',
    why: 'http/ and config/ know the contract and the settings, and what is done with a call only by its route.',
    from: { path: '^apps/api/src/(http|config)/', pathNot: TESTS },
    to: { path: '^apps/api/src/', pathNot: '^apps/api/src/(platform|http|config)/' },
  }),
  forbid({
    name: 'ledger-uses-platform-only',
    why: 'Double entry knows accounts and amounts, not what they are for.',
    from: { path: '^apps/api/src/ledger/', pathNot: TESTS },
    to: { path: '^(apps|packages)/', pathNot: '^apps/api/src/(ledger|platform)/' },
  }),
  forbid({
    name: 'features-meet-at-index',
    why: 'What a feature offers to others is exported by its index.ts.',
    from: { path: '^apps/api/src/features/([^/]+/[^/]+)/', pathNot: TESTS },
    to: { path: '^apps/api/src/features/', pathNot: '^apps/api/src/features/($1/|[^/]+/[^/]+/index[.]ts$)' },
  }),
  forbid({
    name: 'features-do-not-know-the-app',
    why: 'app.ts composes features; a feature takes what it needs as its first argument.',
    from: { path: '^apps/api/src/(features|http|config|ledger|platform)/', pathNot: TESTS },
    to: { path: '^apps/api/src/[^/]+[.]ts$' },
  }),
  forbid({
    name: 'sql-in-stores-only',
    why: 'SQL lives in store.ts and *-store.ts of a feature, in ledger/ and in platform/.',
    from: {
      path: '^apps/api/src/',
      pathNot: `${TESTS}|^apps/api/src/(ledger|platform)/|[/-]store[.]ts$`,
    },
    to: { path: '^node_modules/(kysely|pg)/' },
  }),
  forbid({
    name: 'provider-is-called-from-send-and-query',
    why: 'A call to M-PESA must be easy to find and never sits in a transaction; mpesa/orders moves money.',
    from: {
      path: '^apps/api/src/',
      pathNot: `${TESTS}|/(send|query)-[^/]+[.]ts$|/features/(mpesa/(client|orders)|money/callbacks)/`,
    },
    to: { path: '^packages/mpesa/', dependencyTypesNot: ['type-only'] },
  }),
];

const web = [
  forbid({
    name: 'areas-of-the-web-stay-apart',
    why: 'Consumer, merchant and admin screens share ui/ and session/, never each other.',
    from: { path: '^apps/web/src/features/(consumer|merchant|admin)/' },
    to: { path: '^apps/web/src/features/(consumer|merchant|admin)/', pathNot: '^apps/web/src/features/$1/' },
  }),
  forbid({
    name: 'web-flows-one-way',
    why: 'routes → features → api → contract, and features → ui.',
    from: { path: '^apps/web/src/features/' },
    to: { path: '^apps/web/src/routes/' },
  }),
  forbid({
    name: 'ui-knows-no-product',
    why: 'ui/ draws what every area shows, a voucher as a ticket among it, and knows no feature.',
    from: { path: '^apps/web/src/ui/' },
    to: { path: '^apps/web/src/(routes|features|api)/' },
  }),
  forbid({
    name: 'web-api-knows-no-screen',
    why: 'api/ calls endpoints; what is shown is decided elsewhere.',
    from: { path: '^apps/web/src/api/' },
    to: { path: '^apps/web/src/(routes|features|ui)/' },
  }),
  forbid({
    name: 'web-needs-no-node-modules',
    why: 'Modules of Node do not exist in a browser.',
    from: { path: '^apps/web/src/', pathNot: TESTS },
    to: { dependencyTypes: ['core'] },
  }),
  forbid({
    name: 'web-has-no-provider-client',
    why: 'The M-PESA client works with secrets.',
    from: { path: '^apps/web/' },
    to: { path: '^packages/mpesa/' },
  }),
];

export default {
  forbidden: [...everywhere, ...floors, ...api, ...web],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: 'specify',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/[^/]+/dist/|[.]css$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
