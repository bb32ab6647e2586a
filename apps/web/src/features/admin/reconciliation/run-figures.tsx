import { reconciliationState } from '@zawadi/contract/reconciliation';
import type { ReconciliationRun, ReconciliationState } from '@zawadi/contract/reconciliation';
import { Alert } from '../../../ui/alert.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { Cents } from '../cents.tsx';
import { STATE_WORDS } from './reconciliation-words.ts';
import { originOf } from './run-words.ts';
import './reconciliation.css';

type RunFiguresProps = { run: ReconciliationRun; onShow: (state: ReconciliationState) => void };

/** How many lines agree and how many do not, each a way to see them; and what the file was. */
export function RunFigures({ run, onShow }: RunFiguresProps) {
  return (
    <>
      <Verdict run={run} />
      <div className="run-states">
        {reconciliationState.options.map((state) => (
          <button key={state} type="button" className="sheet run-state" onClick={() => onShow(state)}>
            <span>{STATE_WORDS[state]}</span>
            <b className="num">{run.items[state].toLocaleString('en-KE')}</b>
          </button>
        ))}
      </div>
      <Sheet title="The statement" isPadded>
        <Facts
          facts={[
            { label: 'From', value: originOf(run) },
            { label: 'Lines', value: run.lines.toLocaleString('en-KE') },
            run.repeatedLines > 0 && { label: 'Repeated lines, left out', value: run.repeatedLines },
            run.uncompletedLines > 0 && { label: 'Not completed, left out', value: run.uncompletedLines },
            { label: 'Paid in', value: <Cents amountCents={run.paidInCents} /> },
            { label: 'Withdrawn', value: <Cents amountCents={run.withdrawnCents} /> },
            { label: 'Compared', value: `${exactTimeText(new Date(run.madeAt))} by ${run.madeBy}` },
            run.fileHash !== '' && {
              label: 'SHA-256 of the file',
              value: <span className="code run-hash">{run.fileHash}</span>,
            },
          ]}
        />
      </Sheet>
    </>
  );
}

function Verdict({ run: { openItems, openCents } }: Pick<RunFiguresProps, 'run'>) {
  if (openItems === 0) return <Alert tone="success">Nothing is open: every line agrees or is settled.</Alert>;
  return (
    <Alert tone="warn">
      <b className="strong">{openItems === 1 ? '1 difference' : `${openItems} differences`} to look at,</b>{' '}
      <Cents amountCents={openCents} /> together.
    </Alert>
  );
}
