// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { redemptionReceiptPdf } from '@zawadi/contract/receipts';
import { reverseAtTill, todaysRedemptions } from '@zawadi/contract/redemptions';
import { expect, test } from 'vitest';
import { answer, file, refusal } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { expectSwahili } from '../../../testing/swahili.ts';
import { CODE, redemptionDone, TILL } from '../redemptions/testing/till-vouchers.ts';

const { open } = pages();

const NAMES = ['Mama Njeri Groceries', 'Njeri Kamau', 'Esther', 'Juma Ali', 'Kenyatta Avenue'];

const today = answer(todaysRedemptions, { redemptions: [redemptionDone()], count: 1, amount: 950 });

test('a cashier shares a receipt and saves it as PDF, but cannot reverse it', async () => {
  const page = await open(TILL, {
    as: shopPerson('cashier', { memberName: 'Juma Ali' }),
    answers: [
      answer(todaysRedemptions, {
        redemptions: [redemptionDone({ canBeReversed: false })],
        count: 1,
        amount: 950,
      }),
      file(redemptionReceiptPdf, 'receipt-0c9f6-2ab35.pdf', '%PDF-'),
    ],
  });
  expect(screen.queryByRole('button', { name: 'Everybody' })).toBeNull();
  await page.press('Esther W.');
  await page.press('Share');
  expect(await screen.findByText('Copied!')).toBeDefined();
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain('Kenyatta Avenue, Nakuru\n0722 000 103');
  expect(copied).toContain(`KES 950 taken from voucher •••• ${CODE.slice(-4)}`);
  await page.press('PDF');
  await expect.poll(() => page.saved.map(({ name }) => name)).toEqual(['receipt-0c9f6-2ab35.pdf']);
  expect(screen.queryByRole('button', { name: 'Reverse this redemption' })).toBeNull();
});

test('says what to do if the balance is too low for a reversal', async () => {
  const page = await open(TILL, {
    as: shopPerson(),
    answers: [today, refusal(reverseAtTill, 'insufficient_merchant_balance')],
  });
  await page.press('Esther W.');
  await page.press('Reverse this redemption');
  await page.press('Reverse redemption');
  expect(await screen.findByText(/Give the customer KES\s950 in cash, or reverse after/u)).toBeDefined();
});

test('sharing a receipt and reversing its redemption are in Kiswahili', async () => {
  const page = await open(TILL, { as: shopPerson(), language: 'sw', answers: [today] });
  await page.press('Esther W.');
  await screen.findByText('Zimechukuliwa kwenye vocha ya Esther');
  act(() => void dispatchEvent(new Event('beforeprint')));
  await expectSwahili(NAMES);
  expect(document.body.textContent).toMatch(/Zimechukuliwa kwenye vocha\s*KES\s*950/u);
  await page.press('Shiriki');
  expect(await screen.findByText('Sasa risiti inaweza kubandikwa kwenye ujumbe.')).toBeDefined();
  expect(await navigator.clipboard.readText()).toMatch(
    /KES 950 zimechukuliwa kwenye vocha [\s\S]*Umehudumiwa na Juma Ali\nRisiti /u,
  );
  await page.press('Batilisha matumizi haya');
  await expectSwahili(NAMES);
  const question = within(await screen.findByRole('dialog', { name: /^Ubatilishe|Batilisha/u }));
  expect(question.getByText(/Chukua bidhaa kwanza/u)).toBeDefined();
  page.answer(
    answer(reverseAtTill, {
      ...redemptionDone({ reversedAt: '2026-11-20T09:30:00.000Z', balance: 950, canBeReversed: false }),
      returnedTo: 'voucher',
    }),
  );
  await page.person.click(question.getByRole('button', { name: 'Batilisha matumizi' }));
  expect(await screen.findByText('Matumizi haya yalibatilishwa')).toBeDefined();
  await expectSwahili(NAMES);
});
