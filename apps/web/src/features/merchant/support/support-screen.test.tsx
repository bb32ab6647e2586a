// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { writeToSupport } from '@zawadi/contract/support';
import { expect, test } from 'vitest';
import { answer, lost } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { expectSwahili } from '../../../testing/swahili.ts';
import { TYPED } from '../testing/sales.ts';

const { open } = pages();

const SUPPORT = '/merchant/dashboard/support';
const LETTER = 'I took 100 instead of 1,000.';

const questions = () => [...document.querySelectorAll('summary')].map(({ textContent }) => textContent);
const message = async () => screen.findByLabelText<HTMLTextAreaElement>('Message');

test('S114 finds help by everyday words, and keeps the text of a letter that was not sent', async () => {
  const page = await open(SUPPORT, { as: shopPerson(), answers: [lost(writeToSupport)] });
  await page.person.type(await screen.findByLabelText('Search help'), 'refund');
  await expect.poll(questions).not.toContain('When do I get my money?');
  expect(questions()).toContain('How do I reverse a redemption?');
  expect(screen.getByText(/^The owner or a manager can reverse a whole redemption/u)).toBeDefined();
  await page.person.type(screen.getByLabelText('Search help'), 'zebra');
  await page.press('Show all answers');
  expect(questions()).toContain('Why does my system receive no webhooks?');

  await page.person.type(screen.getByLabelText('Subject'), 'Wrong amount');
  await page.person.type(await message(), LETTER);
  await page.press('Send message');
  expect(await screen.findByText('Your text is still here.', { exact: false })).toBeDefined();
  await page.reload();
  expect((await message()).value).toBe(LETTER);
  page.answer(answer(writeToSupport, { supportRequestId: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d6e' }));
  await page.press('Send message');
  const sent = await screen.findByRole('heading', { name: 'Your message was sent' });
  await expect.poll(() => document.activeElement).toBe(sent);
  expect(page.sent(writeToSupport).at(-1)).toMatchObject({ subject: 'Wrong amount', message: LETTER });
  await page.press('Write another message');
  expect((await message()).value).toBe('');
});

test('a cashier finds help about the till, but not about pay-outs', async () => {
  await open(SUPPORT, { as: shopPerson('cashier') });
  expect(await screen.findByText('How do I redeem a voucher?')).toBeDefined();
  expect(questions()).not.toContain('When do I get my money?');
});

test('the help, its search and the letter to support are in Swahili', async () => {
  const page = await open(SUPPORT, { as: shopPerson(), language: 'sw', widthPx: 360 });
  const search = await screen.findByLabelText('Tafuta msaada');
  await expectSwahili(TYPED);
  await page.person.type(search, 'rejesha');
  await expect.poll(questions).toEqual(['Nabatilishaje matumizi ya vocha?']);
  await page.person.clear(search);
  await page.person.type(search, 'zebra');
  expect(await screen.findByRole('heading', { name: 'Hakuna jibu lililopatikana' })).toBeDefined();
  await page.press('Tuma ujumbe');
  expect(await screen.findAllByText('Tafadhali jaza sehemu zote zinazohitajika')).not.toEqual([]);
  await expectSwahili(TYPED);
  await page.person.type(screen.getByLabelText('Mada'), 'Vocha haisomeki');
  await page.person.type(screen.getByLabelText('Ujumbe'), 'Tangu asubuhi.');
  await page.press('Tuma ujumbe');
  expect(await screen.findByRole('heading', { name: 'Ujumbe wako umetumwa' })).toBeDefined();
  await expectSwahili(TYPED);
});
