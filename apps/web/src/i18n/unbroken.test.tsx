import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { unbroken } from './unbroken.tsx';

test.each([
  ['Withdraw to M-PESA', 'Withdraw to <span class="nowrap">M-PESA</span>'],
  ['M-PESA pays M-PESA', '<span class="nowrap">M-PESA</span> pays <span class="nowrap">M-PESA</span>'],
  [['Ask ', 'M-Pesa', 3], 'Ask <span class="nowrap">M-Pesa</span>3'],
  ['Redeem & withdraw', 'Redeem &amp; withdraw'],
])('does not wrap the name M-PESA in %j', (text: ReactNode, markup) => {
  expect(renderToStaticMarkup(unbroken(text))).toBe(markup);
});
