// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { lookUpVoucher, redeemAtTill } from '@zawadi/contract/redemptions';
import { expect, test, vi } from 'vitest';
import { answer, lost, refusal } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { expectSwahili } from '../../../testing/swahili.ts';
import { mute } from './signals.ts';
import { CODE, codeBoxes, pasteCode, redemptionDone, TILL, voucherFound } from './testing/till-vouchers.ts';

const { open } = pages();

const found = answer(lookUpVoucher, voucherFound());
const redeemed = answer(redeemAtTill, redemptionDone());
const UNKNOWN_CODE = '0000-0000-0000-0000';

/** Text of the page's only primary button. */
const leading = () => document.querySelector('main .btn.primary')?.textContent;
const attemptsOf = (page: Awaited<ReturnType<typeof open>>) =>
  new Set(page.sent(redeemAtTill).map((body) => body?.attemptId));

test('with no code typed, the main button scans on a phone and looks up on a desktop', async () => {
  await open(TILL, { as: shopPerson() });
  await screen.findByRole('button', { name: 'Look up' });
  expect(leading()).toMatch(/^Look up/u);
  const page = await open(TILL, { as: shopPerson(), widthPx: 360, answers: [found] });
  await screen.findByRole('button', { name: 'Look up' });
  expect(leading()).toBe('Scan QR code');
  await pasteCode(page.person, CODE);
  await screen.findByText('Esther W.');
  expect(leading()).toMatch(/^Redeem/u);
});

test('reports a mistyped code without asking the server, and says if a code is unknown', async () => {
  const page = await open(TILL, { as: shopPerson(), answers: [refusal(lookUpVoucher, 'voucher_not_found')] });
  await page.press('Look up');
  expect(
    await screen.findByText('Please enter all 16 characters of the code, or the 13 digits of the number'),
  ).toBeDefined();
  await pasteCode(page.person, '0000-0000-0000-0001');
  expect(await screen.findByText(/^This code has a typing mistake\./u)).toBeDefined();
  expect(page.asked(lookUpVoucher)).toEqual([]);
  await pasteCode(page.person, UNKNOWN_CODE);
  expect(await screen.findByText('We do not know this voucher.')).toBeDefined();
  expect(codeBoxes().map((box) => [box.value, box.getAttribute('aria-invalid')])).toEqual(
    Array.from({ length: 4 }, () => ['0000', 'true']),
  );
});

test('looks a voucher up by the 13 digits of its number, and reports a mistyped number', async () => {
  const page = await open(TILL, { as: shopPerson(), answers: [found] });
  await page.person.type(codeBoxes()[0] ?? document.body, '1234567890124');
  expect(page.asked(lookUpVoucher)).toEqual([]);
  await page.press('Look up');
  expect(await screen.findByText(/^This code has a typing mistake\./u)).toBeDefined();
  await pasteCode(page.person, '1234 5678 9012 3');
  expect(await screen.findByText('Esther W.')).toBeDefined();
  expect(page.sent(lookUpVoucher)).toEqual([{ code: '1234567890123' }]);
});

test('S103 after too many wrong codes the till shows how long to wait', async () => {
  const slowed = refusal(lookUpVoucher, 'too_many_requests', { retryAfterSeconds: 40 });
  const page = await open(TILL, { as: shopPerson(), answers: [slowed] });
  const triedAtMs = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: triedAtMs });
  await pasteCode(page.person, UNKNOWN_CODE);
  expect(await screen.findByText(/^Too many codes were wrong\./u)).toBeDefined();
  expect((await screen.findByRole('timer')).textContent).toBe('You can try again in 0:40');
  vi.setSystemTime(triedAtMs + 41_000);
  expect(await screen.findByText('You can try again now.')).toBeDefined();
});

test('refuses an amount that another till has already redeemed, and shows the remaining value', async () => {
  const page = await open(TILL, {
    as: shopPerson(),
    answers: [found, refusal(redeemAtTill, 'insufficient_voucher_balance')],
  });
  await pasteCode(page.person, CODE);
  await page.press('All 950');
  page.answer(answer(lookUpVoucher, voucherFound({ balance: 350, status: 'PARTIALLY_REDEEMED' })));
  await page.press(/^Redeem KES\s950$/u);
  expect(
    await screen.findByText('The amount is more than the voucher has left. Please enter a smaller amount.'),
  ).toBeDefined();
  expect(await screen.findByRole('button', { name: 'All 350' })).toBeDefined();
});

test('Enter without an amount offers the whole voucher, and Enter again redeems it', async () => {
  const page = await open(TILL, { as: shopPerson(), answers: [found, redeemed] });
  await screen.findByRole('button', { name: 'Look up' });
  await expect.poll(() => document.activeElement).toBe(codeBoxes()[0]);
  await pasteCode(page.person, CODE);
  const take = await screen.findByLabelText<HTMLInputElement>('Take');
  await expect.poll(() => document.activeElement).toBe(take);
  await page.person.keyboard('{Enter}');
  expect(await screen.findByText(/^This is all of it\./u)).toBeDefined();
  expect(take.value).toBe('950');
  expect(page.sent(redeemAtTill)).toEqual([]);
  // Typing replaces the offered amount.
  await page.person.keyboard('300');
  expect(take.value).toBe('300');
  await page.press('All 950');
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Redeem KES\s950/u);
  await page.person.keyboard('{Enter}');
  expect(await screen.findByText('Taken from Esther’s voucher')).toBeDefined();
  expect(page.sent(redeemAtTill).map((body) => body?.amount)).toEqual([950]);
});

test('the Enter of a slow scanner does not redeem, but leads from the code to the amount', async () => {
  const page = await open(TILL, { as: shopPerson(), answers: [found] });
  await screen.findByRole('button', { name: 'Look up' });
  await pasteCode(page.person, CODE);
  await page.person.type(await screen.findByLabelText('Take'), '300');
  await page.person.click(codeBoxes()[3] as HTMLInputElement);
  await page.person.keyboard('{Enter}');
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Take'));
  expect(page.sent(redeemAtTill)).toEqual([]);
});

test('two simultaneous clicks redeem once', async () => {
  const page = await open(TILL, { as: shopPerson(), answers: [found, redeemed] });
  await pasteCode(page.person, CODE);
  await page.press('All 950');
  const redeem = screen.getByRole('button', { name: /^Redeem KES\s950$/u });
  // Both clicks come before React renders the result of the first one.
  act(() => {
    redeem.click();
    redeem.click();
  });
  expect(await screen.findByText('Taken from Esther’s voucher')).toBeDefined();
  expect(page.sent(redeemAtTill)).toHaveLength(1);
});

test('retries automatically after a lost answer, and redeems once', async () => {
  const page = await open(TILL, { as: shopPerson(), answers: [found, lost(redeemAtTill)] });
  await pasteCode(page.person, CODE);
  await page.press('All 950');
  await page.press(/^Redeem KES\s950$/u);
  expect(await screen.findByRole('heading', { name: 'We do not know yet' })).toBeDefined();
  page.answer(redeemed);
  expect(await screen.findByText('Taken from Esther’s voucher')).toBeDefined();
  expect(page.sent(redeemAtTill)).toHaveLength(2);
  expect(attemptsOf(page).size).toBe(1);
});

test('sends no redemption while offline, and says that nothing was taken', async () => {
  const page = await open(TILL, { as: shopPerson(), answers: [found, redeemed] });
  await pasteCode(page.person, CODE);
  await page.press('All 950');
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  expect(await screen.findByText('You are offline.')).toBeDefined();
  await page.press(/^Redeem KES\s950$/u);
  expect(await screen.findByText('There is no connection, so nothing was taken.')).toBeDefined();
  expect(page.sent(redeemAtTill)).toEqual([]);
  line.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await page.press(/^Redeem KES\s950$/u);
  expect(await screen.findByText('Taken from Esther’s voucher')).toBeDefined();
  expect(page.sent(redeemAtTill)).toHaveLength(1);
});

test('warns an unapproved shop on opening the till and again on a look-up', async () => {
  const inactive = refusal(lookUpVoucher, 'merchant_not_active');
  const page = await open(TILL, { as: shopPerson('owner', { status: 'PENDING' }), answers: [inactive] });
  expect(await screen.findByText('Your account is waiting for approval.')).toBeDefined();
  await pasteCode(page.person, CODE);
  expect(
    await screen.findByText('This merchant account is not active. Please write to Zawadi support.'),
  ).toBeDefined();
});

test("remembers across reloads that the till's sound is off", async () => {
  const page = await open(TILL, { as: shopPerson() });
  await page.press('Turn the sound off');
  await page.reload();
  expect(await screen.findByRole('button', { name: 'Turn the sound on' })).toBeDefined();
  expect(localStorage.getItem('zawadi-till-muted')).toBe('true');
  mute.set(false);
});

test('looks codes up in Kiswahili, and switches the language of an open voucher', async () => {
  const page = await open(TILL, {
    as: shopPerson('owner', { status: 'PENDING' }),
    language: 'sw',
    answers: [refusal(lookUpVoucher, 'voucher_not_found')],
  });
  await page.press('Tafuta vocha');
  expect(
    await screen.findByText('Tafadhali andika herufi zote 16 za msimbo, au tarakimu 13 za namba'),
  ).toBeDefined();
  await pasteCode(page.person, UNKNOWN_CODE);
  expect(await screen.findByText('Linganisha tena msimbo na ujumbe wa mteja.')).toBeDefined();
  await expectSwahili(['Mama Njeri Groceries', 'Njeri Kamau']);
  page.answer(found);
  await pasteCode(page.person, CODE);
  await screen.findByText('Esther W.');
  await page.press('English');
  expect(await screen.findByLabelText('Take')).toBeDefined();
  expect(screen.getByText('Esther W.')).toBeDefined();
  await page.press('Kiswahili');
  await page.person.type(await screen.findByLabelText('Chukua'), '951{Enter}');
  expect(await screen.findByText(/^Zimebaki KES\s950 tu kwenye vocha hii$/u)).toBeDefined();
  await expectSwahili(['Mama Njeri Groceries', 'Njeri Kamau']);
});
