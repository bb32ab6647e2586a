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
import { ACCOUNT_WORDS, STATE_WORDS } from './reconciliation-words.ts';
import { daysOf, openText, originOf } from './run-words.ts';
import { useItems, useRefreshReconciliation, useRun } from './use-reconciliation.ts';
import './reconciliation.css';

const STATEMENTS: ListLink = { to: '/admin/reconciliation/statements', label: 'Statements' };

/** One comparison of an M-PESA statement: its figures, its open items, and actions on all open items. */
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
      <ClosingBalance run={run} />
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

/** Compares the closing balance with the ledger's at that moment: the proof that no line is missing. */
function ClosingBalance({ run: { balances, openMoreCents, openLessCents } }: Pick<RunFiguresProps, 'run'>) {
  if (balances?.ledgerCents === undefined) return null;
  const { closingCents, ledgerCents, closesAt } = balances;
  const differenceCents = closingCents - ledgerCents;
  const elsewhereCents = differenceCents - openMoreCents - openLessCents;
  return (
    <Alert tone={differenceCents === 0 ? 'success' : 'warn'}>
      <p>
        Closing balance <b className="strong">{centsText(closingCents)}</b>, ledger at that moment (
        {exactTimeText(new Date(closesAt))}) <b className="strong">{centsText(ledgerCents)}</b>
        {differenceCents === 0 ? '.' : <>: they differ by {centsText(differenceCents)}.</>}
      </p>
      {differenceCents !== 0 && (
        <p>
          {elsewhereCents === 0
            ? 'The open differences of this statement are the reason.'
            : `${centsText(elsewhereCents)} of it is not in the open differences of this statement: look at earlier statements and at explained lines.`}
        </p>
      )}
    </Alert>
  );
}

function Verdict({ run }: Pick<RunFiguresProps, 'run'>) {
  if (run.openItems === 0)
    return <Alert tone="success">Nothing is open: every line agrees or is settled.</Alert>;
  return (
    <Alert tone="warn">
      <OpenSums of={run} />
    </Alert>
  );
}

/** Actions on all open items of an M-PESA statement. */
function RunActions({ run: { runId, openItems } }: { run: ReconciliationRun }) {
  const { mayMoveMoney } = useRights();
  const [isBooking, setBooking] = useState(false);
  const charges = useItems({ runId, kind: 'charge', status: 'open' });
  const hasCharges = (charges.data?.pages[0]?.items.length ?? 0) > 0;
  if (!mayMoveMoney || openItems === 0) return null;
  return (
    <div className="actions">
      <Recheck runId={runId} />
      {hasCharges && (
        <Button variant="secondary" onClick={() => setBooking(true)}>
          Book all charges
        </Button>
      )}
      {isBooking && <BookCharges runId={runId} onClose={() => setBooking(false)} />}
    </div>
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

function BookCharges({ runId, onClose }: { runId: string; onClose: () => void }) {
  const refresh = useRefreshReconciliation();
  return (
    <ConfirmDialog
      title="Book all charges of this statement?"
      reason="required"
      action="Book charges"
      busyLabel="Booking..."
      confirm={async (reason) => {
        const { action, charges } = await call(bookReconciliationCharges, { body: { runId, reason } });
        toastOutcome(action, charges === 1 ? '1 charge was booked' : `${charges} charges were booked`);
        onClose();
        await refresh();
      }}
      onClose={onClose}
    >
      <p className="muted">Each charge becomes an expense.</p>
      <EffectOfAction action={{ kind: 'correction', chargesOfRunId: runId, correction: 'charge' }} />
    </ConfirmDialog>
  );
}
