// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { publicSettings } from '@zawadi/contract/settings';
import { checkSymbol, formatVoucherCode } from '@zawadi/contract/voucher-code';
import { claimVoucherByCode, viewVoucherByCode } from '@zawadi/contract/vouchers-by-code';
import { expect, test } from 'vitest';
import { answer, refusal, type Answer } from '../../../testing/contract-answers.ts';
import { publicGift, statsOf, usualSettings } from '../../../testing/money.ts';
import { fieldOf, pages, whole } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

const SYMBOLS = 'AB3DEF4HJK5MNP7';
const CODE = formatVoucherCode(SYMBOLS + checkSymbol(SYMBOLS));
const switchedOn = answer(publicSettings, {
  ...usualSettings,
  features: { ...usualSettings.features, redeemByCode: true },
});
const box = (index: number) => `Characters ${index * 4 + 1} to ${index * 4 + 4}`;

async function openBoxes(...answers: Answer[]) {
  const page = await open('/dashboard/redeem?way=code', {
    as: consumer(),
    answers: [switchedOn, statsOf(0), ...answers],
  });
  await screen.findByLabelText(box(0));
  return page;
}

test('pasting a whole message fills in its code, and a mistyped code is reported without a call to the server', async () => {
  const page = await openBoxes(answer(viewVoucherByCode, publicGift()));
  const groups = CODE.split('-');
  await page.person.click(fieldOf(box(0)));
  await page.person.paste(`Zawadi: KES 950. Code ${CODE}. Asante!`);
  for (const [index, group] of groups.entries()) expect(fieldOf(box(index)).value).toBe(group);
  const last = groups[3] ?? '';
  await page.type({ [box(3)]: last.slice(0, 3) + (last.endsWith('7') ? '8' : '7') });
  await page.press('Show the gift');
  expect(await screen.findByText(whole('This code has a typing mistake'))).toBeDefined();
  expect(page.sent(viewVoucherByCode)).toEqual([]);
  await page.type({ [box(3)]: last });
  await page.press('Show the gift');
  expect(await screen.findByRole('button', { name: 'Add to wallet' })).toBeDefined();
});

test("shows the refusal of an unknown code or another user's gift at the field", async () => {
  const page = await openBoxes(refusal(viewVoucherByCode, 'voucher_not_found'));
  await page.person.click(fieldOf(box(0)));
  await page.person.paste('0000-0000-0000-0000');
  await page.press('Show the gift');
  expect(await screen.findByText(whole('We do not know this voucher.'))).toBeDefined();
  page.answer(answer(viewVoucherByCode, publicGift()), refusal(claimVoucherByCode, 'claim_not_yours'));
  await page.person.click(fieldOf(box(0)));
  await page.person.paste(CODE);
  await page.press('Show the gift');
  await page.press('Add to wallet');
  expect(await screen.findByText(whole('Sign in with that one, or spend the code at a shop.'))).toBeDefined();
});
