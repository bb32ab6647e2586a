import { encode } from 'uqr';
import { describe, expect, test } from 'vitest';
import { voucherStatus } from '@zawadi/contract/vouchers-status';
import { ticketCodeGroups } from './ticket.tsx';
import { qrPath } from './ticket-qr.tsx';
import { ticketClass, ticketStateOf } from './ticket-state.ts';

describe('code and state on a ticket', () => {
  test('shows a code in four groups, with or without its dashes', () => {
    expect(ticketCodeGroups('7K4MQ9TX2HVBW3NE')).toEqual(['7K4M', 'Q9TX', '2HVB', 'W3NE']);
    expect(ticketCodeGroups('7K4M-Q9TX-2HVB-W3NE')).toEqual(['7K4M', 'Q9TX', '2HVB', 'W3NE']);
  });

  test('hides groups that the viewer may not see', () => {
    expect(ticketCodeGroups(undefined, 'W3NE')).toEqual(['••••', '••••', '••••', 'W3NE']);
    expect(ticketCodeGroups()).toEqual(['••••', '••••', '••••', '••••']);
  });

  test('S162 draws exactly the dark modules of the QR code', () => {
    const { data } = encode('7K4M-Q9TX-2HVB-W3NE', { ecc: 'M', border: 2 });
    const { size, path } = qrPath('7K4M-Q9TX-2HVB-W3NE');
    const painted = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/gu)].flatMap(([, x, y, width]) =>
      Array.from({ length: Number(width) }, (_, step) => `${Number(x) + step},${y}`),
    );
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : [])));
    expect(painted).toEqual(dark);
    expect(size).toBe(data.length);
  });

  test('has a label and a look for every status of a voucher', () => {
    const looks = voucherStatus.options.map((status) => [
      ticketStateOf(status),
      ticketClass(ticketStateOf(status)),
    ]);
    expect(looks).toEqual([
      ['Active', undefined],
      ['Partly used', undefined],
      ['Used', 'is-used'],
      ['In wallet', 'is-used'],
      ['Expired', 'is-expired'],
      ['Voided', 'is-expired'],
      ['Refunded', 'is-expired'],
    ]);
  });
});
