import type { trialBalance } from '@zawadi/contract/postings';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { Fragment } from 'react';
import { centsText } from '../cents-text.ts';

type Account = CallAnswer<typeof trialBalance>['accounts'][number];

/** Accounts in two columns, debit and credit, with their totals. KES with cents. */
export function TrialBalanceTable({ accounts }: { accounts: readonly Account[] }) {
  return (
    // Large sums need more room than a phone has, and what scrolls has to be reached by the keyboard.
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
                <AccountName kind={kind} />
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

// Long names break behind a colon on a phone, never inside a word.
function AccountName({ kind }: { kind: string }) {
  return kind.split(/(?<=:)/u).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function total(accounts: readonly Account[], side: Account['side']): number {
  return accounts.filter((account) => account.side === side).reduce((sum, { balance }) => sum + balance, 0);
}
