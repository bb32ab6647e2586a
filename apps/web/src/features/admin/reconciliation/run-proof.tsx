import { Link } from '@tanstack/react-router';
import type { ReconciliationRun } from '@zawadi/contract/reconciliation';
import type { ReactNode } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { centsText } from '../cents-text.ts';
import { ACCOUNT_WORDS } from './reconciliation-words.ts';

type Balances = NonNullable<ReconciliationRun['balances']>;

/**
 * Compares the balances of a statement with the ledger's at those moments, and with the statement before: the proof that
 * no line is missing.
 */
export function BalanceProof({ run }: { run: ReconciliationRun }) {
  const { balances } = run;
  if (balances === undefined) return null;
  return (
    <>
      <ClosingBalance run={run} balances={balances} />
      <OpeningBalance balances={balances} />
    </>
  );
}

type ClosingProps = { run: ReconciliationRun; balances: Balances };

function ClosingBalance({ run: { account, openMoreCents, openLessCents }, balances }: ClosingProps) {
  const { closingCents, ledgerCents, closesAt, together } = balances;
  if (ledgerCents === undefined) {
    const isOfPayout = account === 'utility' || account === 'working';
    return isOfPayout ? (
      <p className="muted">
        Closing balance {centsText(closingCents)}. The ledger has utility and working as one account: upload
        the statement of {account === 'utility' ? 'working' : 'utility'} for the same days to compare them.
      </p>
    ) : null;
  }
  const differenceCents = closingCents + (together?.closingCents ?? 0) - ledgerCents;
  const elsewhereCents = differenceCents - openMoreCents - openLessCents;
  return (
    <Alert tone={differenceCents === 0 ? 'success' : 'warn'}>
      <p>
        Closing balance <b className="strong">{centsText(closingCents)}</b>
        {together !== undefined && (
          <>
            , with{' '}
            <RunLink runId={together.runId}>
              {ACCOUNT_WORDS[together.account].toLowerCase()} {centsText(together.closingCents)}
            </RunLink>{' '}
            <b className="strong">{centsText(closingCents + together.closingCents)}</b>
          </>
        )}
        , ledger at that moment ({exactTimeText(new Date(closesAt))}){' '}
        <b className="strong">{centsText(ledgerCents)}</b>
        {differenceCents === 0 ? '.' : <>: they differ by {centsText(differenceCents)}.</>}
      </p>
      {differenceCents !== 0 && (
        <p>
          {elsewhereCents === 0
            ? 'The open differences of this statement are the reason.'
            : `${centsText(elsewhereCents)} of it is not in the open differences of this statement: look at ${together === undefined ? '' : 'the other statement, at '}earlier statements and at explained lines.`}
        </p>
      )}
    </Alert>
  );
}

/** A gap between two statements, or a ledger that differed before the first line, explains a closing balance that differs. */
function OpeningBalance({ balances }: { balances: Balances }) {
  const { openingCents, ledgerBeforeCents, before } = balances;
  const isGap = before !== undefined && before.closingCents !== openingCents;
  const isOlder = ledgerBeforeCents !== undefined && ledgerBeforeCents !== openingCents;
  return (
    <>
      {isGap && (
        <Alert tone="warn">
          Opening balance {centsText(openingCents)}, but{' '}
          <RunLink runId={before.runId}>the statement before</RunLink> closed with{' '}
          {centsText(before.closingCents)} ({exactTimeText(new Date(before.closesAt))}). Upload the days
          between them.
        </Alert>
      )}
      {isOlder ? (
        <Alert tone="warn">
          Opening balance {centsText(openingCents)}, ledger at that moment {centsText(ledgerBeforeCents)}:
          they differed by {centsText(openingCents - ledgerBeforeCents)} before this statement.
        </Alert>
      ) : (
        ledgerBeforeCents !== undefined &&
        !isGap && (
          <p className="muted">Opening balance {centsText(openingCents)}, as in the ledger at that moment.</p>
        )
      )}
    </>
  );
}

function RunLink({ runId, children }: { runId: string; children: ReactNode }) {
  return (
    <Link to="/admin/reconciliation/statements/$runId" params={{ runId }}>
      {children}
    </Link>
  );
}
