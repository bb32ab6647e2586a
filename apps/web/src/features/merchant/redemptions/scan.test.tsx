// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { lookUpVoucher } from '@zawadi/contract/redemptions';
import { afterEach, expect, test, vi } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { CODE, codeBoxes, TILL, voucherFound } from './testing/till-vouchers.ts';

const { open } = pages();

afterEach(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));

test("accepts a scanned code with the scanner's prefix or suffix, or within a link", async () => {
  const page = await open(TILL, {
    as: shopPerson(),
    answers: [answer(lookUpVoucher, voucherFound({ recipientName: 'Faith C.' }))],
  });
  await screen.findByRole('button', { name: 'Look up' });
  const [first] = codeBoxes();
  // Freezes the clock: a busy machine may simulate keys more slowly than a scanner sends them.
  vi.useFakeTimers({ toFake: ['performance'] });
  for (const [text, end] of [
    [`]]Q1${CODE.replaceAll('-', '')}`, '{Enter}'],
    [`~${CODE}~`, '{Tab}'],
    [`https://zawadi.test/spend?code=${CODE}`, '{Enter}'],
  ] as const) {
    // While the input has the focus, the scanner types into it, too.
    first?.focus();
    await page.person.keyboard(text + end);
    expect(await screen.findByText('Faith C.')).toBeDefined();
    expect(codeBoxes().map(({ value }) => value)).toEqual(CODE.split('-'));
    expect(screen.getByLabelText<HTMLInputElement>('Take').value).toBe('');
    await page.person.clear(codeBoxes()[0] ?? document.body);
    expect(screen.queryByText('Faith C.')).toBeNull();
  }
  await page.person.keyboard('6001087345651{Enter}');
  expect(await screen.findByText(/^You scanned something else\./u)).toBeDefined();
  expect(codeBoxes().map(({ value }) => value)).toEqual(['', '', '', '']);
});

test('explains what to do without a camera or without permission to use it', async () => {
  for (const [failure, sentence] of [
    ['NotFoundError', /^We found no camera on this device\./u],
    ['NotAllowedError', /^This browser may not use the camera\./u],
    ['NotReadableError', /^Another program is using the camera\./u],
    [undefined, /^The camera works only on secure addresses/u],
  ] as const) {
    const getUserMedia = async () => Promise.reject(new DOMException('no picture', failure));
    const mediaDevices = failure === undefined ? undefined : { getUserMedia };
    Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
    const page = await open(TILL, { as: shopPerson() });
    await page.press('Scan QR code');
    expect(await screen.findByText(sentence)).toBeDefined();
    await page.press('Type the code instead');
    expect(screen.queryByText(sentence)).toBeNull();
  }
});
