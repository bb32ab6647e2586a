import type { ReconciliationItem } from '@zawadi/contract/reconciliation-items';
import type { Column } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { centsText } from '../cents-text.ts';
import { Cents } from '../cents.tsx';
import { ItemStatus } from './item-status.tsx';
import { ACCOUNT_WORDS, itemName, STATE_WORDS } from './reconciliation-words.ts';

/** What both sides say about one payment; a press anywhere on a row opens it. */
export function itemColumns(onOpen: (item: ReconciliationItem) => void): Column<ReconciliationItem>[] {
  return [
    {
      label: 'Receipt',
      cell: (item) => (
        <button type="button" className="row-open code" onClick={() => onOpen(item)}>
          {itemName(item)}
        </button>
      ),
      slip: 'name',
    },
    { label: 'When', cell: ({ at }) => <Time at={at} />, slip: 'third' },
    { label: 'Account', cell: ({ account }) => ACCOUNT_WORDS[account], from: 1200 },
    {
      label: 'What',
      cell: ({ state, kind }) => `${STATE_WORDS[state]}${kind === 'charge' ? ' (charge)' : ''}`,
      slip: 'second',
    },
    { label: 'Status', cell: ({ status }) => <ItemStatus status={status} />, slip: 'state' },
    {
      label: 'M-PESA',
      cell: ({ theirsCents }) => centsText(theirsCents),
      isRight: true,
      from: 900,
    },
    { label: 'Ledger', cell: ({ oursCents }) => centsText(oursCents), isRight: true, from: 900 },
    {
      label: 'Difference',
      cell: ({ differenceCents }) => <Cents amountCents={differenceCents} />,
      slip: 'amount',
      isRight: true,
    },
  ];
}
