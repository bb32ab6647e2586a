import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { trialBalance } from '@zawadi/contract/reports-ledger';
import { Fragment, useState } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { dayText, nairobiDay } from '../../../ui/calendar-text.ts';
import type { Days } from '../../../ui/date-range.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import type { Period } from '../../lists/period.ts';
import { centsText } from '../cents-text.ts';
import { ReportFrame } from './report-frame.tsx';

/** Ledger balances by kind of account: now, or at the end of a past day. */
export function TrialBalanceReport({ period: { from, to } }: { period: Period }) {
  const [today] = useState(() => nairobiDay(new Date()));
  const on = to === today || to === '' ? undefined : to;
  const balance = useQuery({
    queryKey: adminQueryKeys.trialBalance(on),
    queryFn: ({ signal }) => call(trialBalance, { query: { on }, signal }),
    refetchInterval: on === undefined && 30_000,
    placeholderData: keepPreviousData,
  });
  return (
    <ReportFrame report={balance}>
      {({ accounts, difference }) => (
        <>
          <Verdict difference={difference} />
          <Sheet
            title={
              on === undefined ? 'Trial balance now' : `Trial balance at the end of ${dayText(on, 'long')}`
            }
          >
            <TrialBalanceTable accounts={accounts} days={{ from, to }} />
          </Sheet>
        </>
      )}
    </ReportFrame>
  );
}

function Verdict({ difference }: { difference: number }) {
  if (difference === 0) return <Alert tone="success">Debits and credits agree.</Alert>;
  return (
    <Alert tone="danger" isLive>
      <b className="strong">Debits and credits differ by {centsText(difference)}.</b> Stop pay-outs and look
      for the cause before anything else.
    </Alert>
  );
}

type Account = CallAnswer<typeof trialBalance>['accounts'][number];

/** Balances of the accounts in two columns, debit and credit, with totals. KES with cents. */
function TrialBalanceTable({ accounts, days }: { accounts: readonly Account[]; days: Days }) {
  return (
    // Large sums do not fit on a phone, so this region scrolls. Keyboard users must be able to focus it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="ledger-frame" aria-label="Balances" tabIndex={0}>
      <table className="ledger">
        <caption className="sr">Balances in KES with cents</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Debit</th>
            <th scope="col">Credit</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ kind, side, balance }) => (
            <tr key={kind}>
              <th scope="row">
                <Link to="/admin/reports/accounts/$account" params={{ account: kind }} search={days}>
                  <AccountName kind={kind} />
                </Link>
              </th>
              <td>{side === 'debit' ? centsText(balance) : ''}</td>
              <td>{side === 'credit' ? centsText(balance) : ''}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{centsText(total(accounts, 'debit'))}</td>
            <td>{centsText(total(accounts, 'credit'))}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

// Shows an account's name. On phones, a long name wraps only after a colon.
function AccountName({ kind }: { kind: string }) {
  return (kind.match(/[^:]*:?/gu) ?? []).filter(Boolean).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function total(accounts: readonly Account[], side: Account['side']): number {
  return accounts.filter((account) => account.side === side).reduce((sum, { balance }) => sum + balance, 0);
}
