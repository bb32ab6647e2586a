import { formatKes } from '@zawadi/contract';
import type { Column } from './pdf-table.ts';
import { colour } from './sheet.ts';
import type { statementWords } from './words.ts';

/** A movement of a statement; amounts in shillings, absent if not applicable. */
type Movement = {
  date: string;
  what: string;
  receipt: string;
  in?: number | undefined;
  out?: number | undefined;
  fee?: number | undefined;
};

/** Makes the columns that all tables of a statement have. The fee is the last one, as wide as the table needs. */
export function movementColumns(
  words: (typeof statementWords)['en' | 'sw'],
  { feeShare }: { feeShare: number },
): Column<Movement>[] {
  const figure = (amount = 0) => (amount === 0 ? '' : formatKes(amount).replace('KES\u00a0', ''));
  return [
    { heading: words.date, text: ({ date }) => date, share: 0.13 },
    { heading: words.what, text: ({ what }) => what },
    { heading: words.receipt, text: ({ receipt }) => receipt, share: 0.17 },
    {
      heading: words.in,
      text: (line) => figure(line.in),
      align: 'right',
      share: 0.1,
      colorOf: () => colour.success,
    },
    { heading: words.out, text: ({ out }) => figure(out), align: 'right', share: 0.1 },
    { heading: words.fee, text: ({ fee }) => figure(fee), align: 'right', share: feeShare },
  ];
}
