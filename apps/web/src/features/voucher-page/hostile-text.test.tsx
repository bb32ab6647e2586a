// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { viewVoucher } from '@zawadi/contract/vouchers';
import { expect, test } from 'vitest';
import { answer } from '../../testing/contract-answers.ts';
import { hostileTexts } from '../../testing/hostile-texts.ts';
import { publicGift } from '../../testing/money.ts';
import { pages } from '../../testing/open-page.tsx';

const { open } = pages();

test('A20 shows names and messages that look like script or style as text, and runs none of them', async () => {
  const plain = await marksOf('Brenda Moraa', 'Kwa upendo');
  for (const [index, message] of hostileTexts.entries()) {
    const name = hostileTexts[(index + 1) % hostileTexts.length] ?? '';
    expect(await marksOf(name, message), message).toEqual(plain);
    expect('hostile' in window, message).toBe(false);
  }
});

/** Renders a gift, and returns all elements of the page that could run a script or load something. */
async function marksOf(recipientName: string, message: string): Promise<string[]> {
  const gift = answer(viewVoucher, publicGift({ recipientName, message }));
  await open('/v/a-token-from-a-link', { answers: [gift] });
  const ticket = await screen.findByRole('article');
  expect(ticket.textContent).toContain(message);
  return [...document.querySelectorAll('body *')].map((one) => one.tagName).sort();
}
