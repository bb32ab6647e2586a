import { expect, test } from 'vitest';
import { affectedTests, type Sources } from './affected-tests.ts';

const MONEY = 'apps/api/src/features/money';
const sources: Sources = new Map([
  [`${MONEY}/holds/hold.ts`, "import { take } from '../vouchers/index.ts';"],
  [`${MONEY}/holds/hold.test.ts`, "import { createTestSystem } from '../../../testing/test-system.ts';"],
  [`${MONEY}/vouchers/index.ts`, "export { take } from './take.ts';"],
  [`${MONEY}/vouchers/take.ts`, "import { claim } from '@zawadi/contract/vouchers-claim';"],
  [`${MONEY}/vouchers/take.test.ts`, ''],
  [`${MONEY}/vouchers/rush.long.test.ts`, ''],
  [`${MONEY}/refunds/refund.test.ts`, ''],
  ['apps/api/src/app.ts', "import { hold } from './features/money/holds/hold.ts';"],
  ['apps/api/src/ledger/post.test.ts', ''],
  [
    'apps/web/src/features/claim/claim-screen.tsx',
    "import { claim } from '@zawadi/contract/vouchers-claim';",
  ],
  ['apps/web/src/features/claim/claim-screen.test.tsx', ''],
  ['packages/contract/src/vouchers-claim.ts', ''],
  ['e2e/claim.spec.ts', ''],
  ['e2e/slow-line.long.spec.ts', ''],
]);
const testsOf = (...changed: string[]) => affectedTests(sources, changed).tests;

test('a changed file selects the tests of its folder and of the folders that import from it', () => {
  expect(testsOf(`${MONEY}/vouchers/take.ts`)).toEqual([
    `${MONEY}/holds/hold.test.ts`,
    `${MONEY}/vouchers/take.test.ts`,
  ]);
  expect(testsOf(`${MONEY}/holds/hold.ts`)).toEqual([`${MONEY}/holds/hold.test.ts`]);
});

test('a changed endpoint selects the tests of its use cases and screens', () => {
  expect(testsOf('packages/contract/src/vouchers-claim.ts')).toEqual([
    `${MONEY}/vouchers/take.test.ts`,
    'apps/web/src/features/claim/claim-screen.test.tsx',
  ]);
});

test('a changed test selects itself unless it runs separately, changed SQL selects the database tests, a document no test', () => {
  const { tests, journeys } = affectedTests(sources, [
    `${MONEY}/refunds/refund.test.ts`,
    'e2e/claim.spec.ts',
    'e2e/slow-line.long.spec.ts',
  ]);
  expect(tests).toEqual([`${MONEY}/refunds/refund.test.ts`]);
  expect(journeys).toEqual(['e2e/claim.spec.ts']);
  expect(testsOf('apps/api/database/redemptions/holds.sql')).toEqual(['apps/api/src/ledger/post.test.ts']);
  expect(testsOf('docs/faults.md', 'README.md')).toEqual([]);
});

test('a change of the shared test system or of package-lock.json selects all tests', () => {
  const everything = (path: string) => affectedTests(sources, [path]).isEverything;
  expect(everything('apps/api/src/testing/test-system.ts')).toBe(true);
  expect(everything('package-lock.json')).toBe(true);
  expect(everything(`${MONEY}/holds/hold.ts`)).toBe(false);
});
