import { Link } from '@tanstack/react-router';
import type { ReconciliationRun } from '@zawadi/contract/reconciliation';
import { Check, TriangleAlert } from 'lucide-react';
import type { Column } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';
import { Cents } from '../cents.tsx';
import { ACCOUNT_WORDS } from './reconciliation-words.ts';
import { daysOf, openText, originOf } from './run-words.ts';

/** Statements with what is left to do about them; a press anywhere on a row opens it. */
export const runColumns: Column<ReconciliationRun>[] = [
  {
    label: 'Statement',
    cell: (run) => (
      <Link
        className="row-open"
        to="/admin/reconciliation/statements/$runId"
        params={{ runId: run.runId }}
        aria-label={`${ACCOUNT_WORDS[run.account]}, ${daysOf(run)}, ${originOf(run)}`}
      >
        {ACCOUNT_WORDS[run.account]}
      </Link>
    ),
    slip: 'name',
  },
  { label: 'Days', cell: daysOf, slip: 'second' },
  { label: 'Compared', cell: ({ madeAt }) => <Time at={madeAt} />, slip: 'third' },
  { label: 'By', cell: ({ madeBy }) => madeBy, from: 900 },
  { label: 'Lines', cell: ({ lines }) => lines.toLocaleString('en-KE'), isRight: true, from: 900 },
  { label: 'Open', cell: ({ openItems }) => <Open openItems={openItems} />, slip: 'state' },
  {
    label: 'Difference',
    cell: ({ openCents }) => <Cents amountCents={openCents} />,
    slip: 'amount',
    isRight: true,
  },
];

function Open({ openItems }: Pick<ReconciliationRun, 'openItems'>) {
  const isDone = openItems === 0;
  return (
    <span className={isDone ? 'status success' : 'badge warn'}>
      <Icon of={isDone ? Check : TriangleAlert} />
      {openText(openItems)}
    </span>
  );
}
