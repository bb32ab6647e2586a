import { useParams } from '@tanstack/react-router';
import {
  recheckReconciliation,
  reconciliationState,
  type ReconciliationRun,
  type ReconciliationState,
} from '@zawadi/contract/reconciliation';
import { bookReconciliationCharges } from '@zawadi/contract/reconciliation-items';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { BackLink, DetailScreen, type ListLink } from '../../lists/detail-screen.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { useExportPlace } from '../../lists/use-export-place.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { centsText } from '../cents-text.ts';
import { Cents } from '../cents.tsx';
import { useRights } from '../use-rights.ts';
import { toastOutcome } from '../say-outcome.ts';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { RUN_ITEM_FILTERS } from './item-filters.ts';
import { itemFilters, itemSearch } from './item-search.ts';
import { ItemExports, Items, OpenSums } from './items.tsx';
import { ACCOUNT_WORDS, keeperOf, STATE_WORDS } from './reconciliation-words.ts';
import { BalanceProof } from './run-proof.tsx';
import { daysOf, openText, originOf } from './run-words.ts';
import { useRefreshReconciliation, useRun } from './use-reconciliation.ts';
import './reconciliation.css';

const STATEMENTS: ListLink = { to: '/admin/reconciliation/statements', label: 'Statements' };

/** One comparison of a statement: its figures, its open items, and actions on all open items. */
export function RunScreen() {
  const { runId } = useParams({ from: '/admin/reconciliation/statements/$runId' });
  return (
    <DetailScreen
      query={useRun(runId)}
      title="Statement"
      list={STATEMENTS}
      failed={{ text: 'The ledger itself is not affected.' }}
    >
      {(run) => <Run run={run} />}
    </DetailScreen>
  );
}

function Run({ run }: { run: ReconciliationRun }) {
  const { runId } = run;
  const { filters, change, replace, clear } = useListFilters(itemSearch);
  const { aside, below } = useExportPlace(<ItemExports filters={{ runId }} />);
  return (
    <>
      <PageTitle
        title={`${ACCOUNT_WORDS[run.account]}, ${daysOf(run)}`}
        above={<BackLink {...STATEMENTS} />}
        aside={aside}
      />
      <RunFigures run={run} onShow={(state) => replace({ state, status: 'all' })} />
      <RunActions run={run} />
      <FilterBar filters={filters} onChange={change} onClear={clear} fields={RUN_ITEM_FILTERS} />
      <Sheet>
        <Items
          filters={itemFilters(filters, runId)}
          empty={<NothingFound onShowAll={() => replace({ status: 'all' })} />}
        />
      </Sheet>
      {below}
    </>
  );
}

type RunFiguresProps = { run: ReconciliationRun; onShow: (state: ReconciliationState) => void };

/** Numbers of matching and differing lines, each linked to the filtered list, and details of the file. */
function RunFigures({ run, onShow }: RunFiguresProps) {
  return (
    <>
      <Verdict run={run} />
      <BalanceProof run={run} />
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
            run.balances !== undefined && {
              label: 'Opening and closing balance',
              value: `${centsText(run.balances.openingCents)} and ${centsText(run.balances.closingCents)}`,
            },
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

function Verdict({ run }: Pick<RunFiguresProps, 'run'>) {
  if (run.openItems === 0)
    return <Alert tone="success">Nothing is open: every line agrees or is settled.</Alert>;
  return (
    <Alert tone="warn">
      <OpenSums of={run} whose={keeperOf(run.account)} />
    </Alert>
  );
}

/** Actions on all open items of a statement. */
function RunActions({ run }: { run: ReconciliationRun }) {
  const { mayMoveMoney } = useRights();
  const [booking, setBooking] = useState<'expected' | 'all'>();
  const { runId, openItems, charges } = run;
  if (!mayMoveMoney || openItems === 0) return null;
  const { open = 0, expected = 0, openCents = 0, expectedCents = 0 } = charges ?? {};
  return (
    <>
      {open > 0 && (
        <p className="muted">
          {open === 1 ? '1 open charge' : `${open.toLocaleString('en-KE')} open charges`},{' '}
          <Cents amountCents={openCents} />. M-PESA’s tariff explains{' '}
          {expected === open ? 'all of it' : `${expected.toLocaleString('en-KE')} of them`}.
        </p>
      )}
      <div className="actions">
        <Recheck runId={runId} />
        {expected > 0 && (
          <Button onClick={() => setBooking('expected')}>
            {expected === 1 ? 'Book 1 expected charge' : `Book ${expected} expected charges`},{' '}
            {centsText(expectedCents)}
          </Button>
        )}
        {open > expected && (
          <Button variant="secondary" onClick={() => setBooking('all')}>
            Book all charges
          </Button>
        )}
        {booking !== undefined && (
          <BookCharges
            runId={runId}
            isExpectedOnly={booking === 'expected'}
            onClose={() => setBooking(undefined)}
          />
        )}
      </div>
    </>
  );
}

function Recheck({ runId }: { runId: string }) {
  const refresh = useRefreshReconciliation();
  const checking = useMutation({
    mutationFn: () => call(recheckReconciliation, { body: { runId } }),
    onSuccess: async ({ openItems }) => {
      toast.success('Compared again', openItems === 0 ? 'Everything agrees.' : `${openText(openItems)}.`);
      await refresh();
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return (
    <Button
      variant="secondary"
      isBusy={checking.isPending}
      busyLabel="Comparing..."
      onClick={() => checking.mutate()}
    >
      Compare again
    </Button>
  );
}

type BookChargesProps = { runId: string; isExpectedOnly: boolean; onClose: () => void };

function BookCharges({ runId, isExpectedOnly, onClose }: BookChargesProps) {
  const refresh = useRefreshReconciliation();
  return (
    <ConfirmDialog
      title={
        isExpectedOnly
          ? 'Book the expected charges of this statement?'
          : 'Book all charges of this statement, also unexpected ones?'
      }
      reason="required"
      action="Book charges"
      busyLabel="Booking..."
      confirm={async (reason) => {
        const body = { runId, isExpectedOnly, reason };
        const { action, charges } = await call(bookReconciliationCharges, { body });
        toastOutcome(action, charges === 1 ? '1 charge was booked' : `${charges} charges were booked`);
        onClose();
        await refresh();
      }}
      onClose={onClose}
    >
      <p className="muted">
        Each charge becomes an expense.
        {isExpectedOnly && ' None is larger than M-PESA’s tariff for its payment.'}
      </p>
      <EffectOfAction
        action={{ kind: 'correction', chargesOfRunId: runId, isExpectedOnly, correction: 'charge' }}
      />
    </ConfirmDialog>
  );
}
