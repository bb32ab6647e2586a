// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { drawAt } from '../../lists/testing/draw-at.tsx';
import { ProvedLine } from './proved-line.tsx';

test('shows until when each part is proved, and why a part is not', async () => {
  const [audited, compared] = ['2026-11-20T01:00:10.000Z', '2026-11-20T02:30:04.000Z'];
  const { container } = drawAt('/', () => (
    <ProvedLine
      proofs={[
        { part: 'collection', provedUntil: compared },
        {
          part: 'payout',
          provedUntil: '2026-11-19T02:30:00.000Z',
          gap: 'M-PESA has KES 15 less than the ledger.',
        },
        { part: 'wallets', provedUntil: audited },
        { part: 'vouchers', provedUntil: '2026-11-20T01:00:30.000Z' },
        { part: 'merchants', gap: 'The nightly audit of the ledger has not run yet.' },
      ]}
    />
  ));
  await expect.poll(() => container.textContent).toContain(': collection.');
  const text = container.textContent;
  expect(text).toContain(': wallets and vouchers.');
  expect(text).toMatch(/Not proved: pay-out\. M-PESA has KES 15 less than the ledger\. Last proved/u);
  expect(text).toContain('Not proved: merchants. The nightly audit of the ledger has not run yet.');
  expect(text).not.toContain('not run yet. Last proved');
});
