import { Link } from '@tanstack/react-router';
import type { ListedUser } from '@zawadi/contract/admin-users';
import { formatMsisdn } from '@zawadi/contract/text';
import type { Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { UserStatus } from './user-status.tsx';
import { fullNameOf } from './user-words.ts';

/** A press anywhere on a row leads to the person. */
export const userColumns: readonly Column<ListedUser>[] = [
  {
    label: 'Name',
    cell: ({ userId, ...user }) => (
      <b className="strong">
        <Link className="row-open" to="/admin/users/$userId" params={{ userId }}>
          {fullNameOf(user)}
        </Link>
      </b>
    ),
    slip: 'name',
  },
  { label: 'Email', cell: ({ email }) => <span className="listed-email">{email}</span>, slip: 'second' },
  {
    label: 'Phone',
    cell: ({ phoneNumber, phoneVerified }) => (
      <span className="listed-phone">
        {phoneNumber === '' ? '—' : formatMsisdn(phoneNumber)}
        {phoneNumber !== '' && !phoneVerified && <span className="tiny muted">not verified</span>}
      </span>
    ),
    slip: 'third',
    from: 900,
  },
  { label: 'Status', cell: ({ status }) => <UserStatus status={status} isQuiet />, slip: 'state' },
  { label: 'Joined', cell: ({ createdAt }) => <Time at={createdAt} />, slip: 'side', from: 1200 },
  {
    label: 'Wallet',
    cell: ({ walletBalance }) => <Money amountShillings={walletBalance} />,
    slip: 'amount',
    isRight: true,
  },
];
