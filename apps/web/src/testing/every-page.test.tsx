// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import { historyEntry } from '@zawadi/contract/wallets';
import { expect, test } from 'vitest';
import { languages, type Language } from '../i18n/languages.ts';
import { router } from '../routes/router.ts';
import { answer } from './contract-answers.ts';
import { officeDashboard } from './office.ts';
import { pages } from './open-page.tsx';
import { administrator, consumer, shopPerson, type Visitor } from './people.ts';

const { open } = pages();

/** Values for the parameters of the pages' paths. */
const NAMED: Record<string, string> = {
  $report: 'summary',
  $account: '1000',
  $batchId: 'ST-20261120-00000',
  $type: 'purchase',
  $channel: 'sms',
  $template: 'otp',
  $language: 'en',
  $merchantCode: 'DUKA001',
};
const AN_ID = sample.id;
const payment = answer(historyEntry, {
  entityId: AN_ID,
  description: 'Gift Card',
  timestamp: '2026-11-20T09:00:00.000Z',
  transactionType: 'GIFT_PURCHASE',
  orderStatus: 'COMPLETED',
});

for (const [whose, home, visitor] of [
  ['a consumer', '/dashboard', consumer()],
  ['a shop', '/merchant', shopPerson()],
  ['the office', '/admin', administrator()],
] as const)
  test(`every page of ${whose} has a heading without any data, in each of its languages`, async () => {
    const silent: string[] = [];
    await open(home, { as: visitor });
    for (const language of whose === 'the office' ? (['en'] as const) : spoken)
      for (const address of addressesOf(home))
        if (!(await hasHeading(address, visitor, language))) silent.push(`${address} (${language})`);
    expect(silent).toEqual([]);
  });

const spoken = Object.keys(languages) as Language[];

function addressesOf(home: string): string[] {
  return Object.keys(router.routesByPath)
    .filter((path) => path === home || path.startsWith(`${home}/`))
    .filter((path) => !path.endsWith('/$'))
    .map((path) => path.replaceAll(/\$\w+/gu, (name) => NAMED[name] ?? AN_ID));
}

async function hasHeading(address: string, as: Visitor, language: Language): Promise<boolean> {
  await open(address, { as, language, answers: [payment, officeDashboard] });
  return screen.findByRole('heading', { level: 1 }).then(
    () => true,
    () => false,
  );
}
