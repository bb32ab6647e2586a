import { Link } from '@tanstack/react-router';
import type { AdminUser, UserVoucher } from '@zawadi/contract/admin-users';
import { useState } from 'react';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { dateText } from '../../../ui/time-text.ts';
import { Time } from '../../../ui/time.tsx';
import { useUserVouchers } from './use-users.ts';
import type { VoucherSide } from './use-users.ts';

/** Vouchers that a consumer bought or received, without their codes. */
export function UserVouchers({ user }: { user: AdminUser }) {
  const { userId, vouchersBought, vouchersReceived } = user;
  const [show, setShow] = useState<VoucherSide>('bought');
  const list = useUserVouchers(userId, show);
  const choices = [
    { value: 'bought', label: `Bought (${vouchersBought.toLocaleString('en-KE')})` },
    { value: 'received', label: `Received (${vouchersReceived.toLocaleString('en-KE')})` },
  ] as const;
  return (
    <Sheet title="Vouchers">
      <div className="user-voucher-side" role="group" aria-label="Which vouchers">
        {choices.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className="chip"
            aria-pressed={show === value}
            onClick={() => setShow(value)}
          >
            {label}
          </button>
        ))}
      </div>
      <EndlessTable
        caption={show === 'bought' ? 'Vouchers bought, newest first' : 'Vouchers received, newest first'}
        columns={columnsOf(show)}
        rows={list.data?.pages.flatMap((page) => page.vouchers)}
        rowKey={({ voucherId }) => voucherId}
        paging={list}
        failed={{
          title: 'Failed to load the vouchers',
          text: 'The vouchers are safe. We could not read them.',
        }}
        empty={<EmptyState title={show === 'bought' ? 'No vouchers bought' : 'No vouchers received'} />}
        skeletonRows={3}
      />
    </Sheet>
  );
}

function columnsOf(show: VoucherSide): readonly Column<UserVoucher>[] {
  return [
    show === 'bought'
      ? {
          label: 'To',
          cell: (row) => <Transactions of={row}>{row.recipientName}</Transactions>,
          cardPart: 'name',
        }
      : {
          label: 'From',
          cell: (row) => <Transactions of={row}>{row.senderName}</Transactions>,
          cardPart: 'name',
        },
    { label: 'Code', cell: ({ lastFour }) => `···· ${lastFour}`, cardPart: 'second', className: 'code' },
    { label: 'Issued', cell: ({ issuedAt }) => <Time at={issuedAt} />, cardPart: 'third' },
    { label: 'Valid until', cell: ({ expiresAt }) => dateText(new Date(expiresAt)), from: 1200 },
    { label: 'Status', cell: ({ status }) => <Status status={status} />, cardPart: 'state' },
    {
      label: 'Left',
      cell: ({ balance }) => <Money amountShillings={balance} />,
      cardPart: 'amount',
      isRight: true,
    },
    {
      label: 'Value',
      cell: ({ value }) => (
        <>
          <span className="card-label">of </span>
          <Money amountShillings={value} />
        </>
      ),
      cardPart: 'side',
      isRight: true,
    },
  ];
}

function Transactions({ of: { voucherId }, children }: { of: UserVoucher; children: string }) {
  return (
    <Link className="row-open" to="/admin/transactions" search={{ search: voucherId }}>
      {children}
    </Link>
  );
}

function Status({ status }: Pick<UserVoucher, 'status'>) {
  const word = ticketStateOf(status);
  return word === 'Active' ? <StatusText status={word} /> : <StatusBadge status={word} />;
}
