import { Link } from '@tanstack/react-router';
import type { DeskAlertDetail } from '@zawadi/contract/fraud-desk';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { BlockButton } from '../block-list/block-button.tsx';
import { UserStatus } from '../users/user-status.tsx';
import '../money-lists.css';

/** Evidence of an alert: transactions, accounts and wrong codes. */
export function AlertEvidence({ alert: { transactions, accounts, wrongCodes } }: { alert: DeskAlertDetail }) {
  return (
    <>
      {transactions.length > 0 && <Transactions transactions={transactions} />}
      {accounts.length > 0 && <Accounts accounts={accounts} />}
      {wrongCodes.length > 0 && <WrongCodes wrongCodes={wrongCodes} />}
    </>
  );
}

type Concerned = DeskAlertDetail['transactions'][number];

function Transactions({ transactions }: { transactions: Concerned[] }) {
  return (
    <Sheet title={`Transactions (${transactions.length})`} className="money-list">
      <DataTable
        caption="Transactions that raised the alert, newest first"
        columns={TRANSACTION_COLUMNS}
        rows={transactions}
        rowKey={({ transactionId }) => transactionId}
      />
    </Sheet>
  );
}

const TRANSACTION_COLUMNS: readonly Column<Concerned>[] = [
  {
    label: 'Name',
    cell: ({ type, transactionId, name }) => (
      <Link
        className="row-open"
        to="/admin/transactions/$type/$transactionId"
        params={{ type, transactionId }}
      >
        {name === '' ? type : name}
      </Link>
    ),
    cardPart: 'name',
  },
  {
    label: 'Type',
    cell: ({ type, isUndone }) => (isUndone && type === 'Redemption' ? 'Redemption, reversed' : type),
    cardPart: 'second',
  },
  { label: 'Date', cell: ({ at }) => <Time at={at} />, cardPart: 'third' },
  {
    label: 'Code',
    cell: ({ codeLastFour }) =>
      codeLastFour === undefined ? <span className="dash">—</span> : `···· ${codeLastFour}`,
    cardPart: 'side',
    className: 'code',
  },
  {
    label: 'Amount',
    cell: ({ amount, isUndone }) => (
      <Money amountShillings={amount} direction={isUndone ? 'void' : undefined} />
    ),
    cardPart: 'amount',
    isRight: true,
  },
];

function Accounts({ accounts }: Pick<DeskAlertDetail, 'accounts'>) {
  return (
    <Sheet title={`Accounts (${accounts.length})`}>
      <ul className="moves fraud-list">
        {accounts.map(({ userId, name, status }) => (
          <li key={userId}>
            <div className="what">
              <Link to="/admin/users/$userId" params={{ userId }}>
                {name}
              </Link>
            </div>
            <div className="side">
              <UserStatus status={status} isQuiet />
              {status !== 'DELETED' && (
                <BlockButton label="Block number" target={{ kind: 'number', userId, of: name }} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function WrongCodes({ wrongCodes }: Pick<DeskAlertDetail, 'wrongCodes'>) {
  return (
    <Sheet title={`Wrong codes (${wrongCodes.length})`}>
      <ul className="moves fraud-list">
        {wrongCodes.map(({ at, by, address }, index) => (
          <li key={`${at} ${index}`}>
            <div className="what">
              <b>{by}</b>
              <div className="when">
                <Time at={at} />
              </div>
            </div>
            <div className="side">
              <span className="code">{address}</span>
              {address !== '' && (
                <BlockButton label="Block address" target={{ kind: 'address', value: address }} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
