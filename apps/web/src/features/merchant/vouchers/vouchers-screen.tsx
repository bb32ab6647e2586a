import {
  merchantVouchers,
  merchantVouchersCsv,
  type MerchantVoucher,
} from '@zawadi/contract/merchant-vouchers';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { Gift } from 'lucide-react';
import { useCallback, useState } from 'react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { dateText } from '../../../ui/time-text.ts';
import { Time } from '../../../ui/time.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { SHORTEST_SEARCH } from '../transactions/transaction-search.ts';
import { StopNotice } from '../../stops/stop-notice.tsx';
import { NewVoucher } from './new-voucher.tsx';
import { VoucherDialog, voucherStateOf } from './voucher-dialog.tsx';
import { voucherSearch } from './voucher-search.ts';

const filterFields = (): readonly FilterField[] => [
  {
    kind: 'search',
    placeholder: say('Recipient, phone, reference or last four'),
    shortest: { length: SHORTEST_SEARCH, text: say('Please enter at least 3 characters') },
  },
  {
    kind: 'choice',
    name: 'status',
    label: say('Status'),
    options: [
      { value: 'all', label: say('All states') },
      { value: 'ACTIVE', label: say('Active') },
      { value: 'PARTIALLY_REDEEMED', label: say('Partly used') },
      { value: 'REDEEMED', label: say('Used') },
      { value: 'EXPIRED', label: say('Expired') },
      { value: 'VOIDED', label: say('Voided') },
    ],
  },
  { kind: 'days' },
];

/** Vouchers issued from the shop's balance, with their remaining value. */
export function VouchersScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(voucherSearch);
  const list = usePages(merchantVouchers, {
    queryKey: queryKeys.merchantVouchers(filters),
    query: filters,
  });
  const [openedId, setOpenedId] = useState<string>();
  const [isMaking, setMaking] = useState(false);
  const rows = list.data?.pages.flatMap((page) => page.vouchers);
  const opened = rows?.find(({ voucherId }) => voucherId === openedId);
  const open = useCallback((row: MerchantVoucher) => setOpenedId(row.voucherId), []);
  const totals = list.data?.pages[0]?.totals;
  const newVoucher = (
    <Button onClick={() => setMaking(true)}>
      <Icon of={Gift} />
      {say('New voucher')}
    </Button>
  );
  return (
    <ListScreen
      title={say('Vouchers')}
      intro={say('Vouchers that you made. They come out of your balance and work only in your shop.')}
      aside={newVoucher}
      exports={
        <ExportButton fetching={async () => fetchFile(merchantVouchersCsv, { query: filters })}>
          {say('Export CSV')}
        </ExportButton>
      }
      above={
        <>
          <StopNotice of="buying" />
          <Outstanding totals={totals} isMissing={list.isError && list.data === undefined} />
        </>
      }
      filters={<FilterBar filters={filters} onChange={change} onClear={clear} fields={filterFields()} />}
      count={totals !== undefined && <VoucherCount totals={totals} />}
      caption={say('Vouchers that you made, newest first')}
      columns={voucherColumns(open)}
      rows={rows}
      rowKey={({ voucherId }) => voucherId}
      paging={list}
      failed={{
        title: say('Failed to load vouchers'),
        text: say('Your money is safe. We could not reach the server.'),
      }}
      none={{
        title: say('No vouchers yet'),
        text: say(
          'Make one for a customer: as a gift, a refund or a prize. Unspent value comes back to you.',
        ),
      }}
      found={{ isNarrowed, onShowAll: clear, title: say('No vouchers found') }}
    >
      {opened !== undefined && <VoucherDialog voucher={opened} onClose={() => setOpenedId(undefined)} />}
      {isMaking && <NewVoucher available={totals?.available} onClose={() => setMaking(false)} />}
    </ListScreen>
  );
}

type Totals = NonNullable<CallAnswer<typeof merchantVouchers>['totals']>;

function Outstanding({ totals, isMissing }: { totals: Totals | undefined; isMissing: boolean }) {
  const missing = isMissing ? '—' : undefined;
  const money = (amount: number | undefined) =>
    amount === undefined ? missing : <MoneyFigure amountShillings={amount} />;
  const open =
    totals &&
    (totals.open === 1
      ? say('On 1 voucher')
      : say('On {count} vouchers', { count: totals.open.toLocaleString('en-KE') }));
  return (
    <section aria-label={say('Your numbers')}>
      <StatCards count={2} isBusy={totals === undefined && !isMissing}>
        <StatCard label={say('Outstanding value')} note={open ?? null}>
          {money(totals?.outstanding)}
        </StatCard>
        <StatCard label={say('Your balance')} note={say('New vouchers are made from it')}>
          {money(totals?.available)}
        </StatCard>
      </StatCards>
    </section>
  );
}

function VoucherCount({ totals: { count, isMore } }: { totals: Totals }) {
  return (
    <span>
      <RichText
        text={count === 1 ? '<b>{count}</b> voucher' : '<b>{count}</b> vouchers'}
        count={`${count.toLocaleString('en-KE')}${isMore ? '+' : ''}`}
      />
    </span>
  );
}

/** Columns of the list. A click anywhere on a row opens the voucher. */
function voucherColumns(onOpen: (row: MerchantVoucher) => void): Column<MerchantVoucher>[] {
  return [
    {
      label: say('Recipient'),
      cell: (row) => (
        <span className="cell-lines">
          <button type="button" className="row-open" onClick={() => onOpen(row)}>
            {row.recipientName}
          </button>
          {row.reference !== undefined && <span>{row.reference}</span>}
        </span>
      ),
      cardPart: 'name',
    },
    {
      label: say('Code'),
      cell: ({ codeLastFour }) => `•••• ${codeLastFour}`,
      cardPart: 'side',
      className: 'code muted',
    },
    { label: say('Made'), cell: ({ createdAt }) => <Time at={createdAt} />, cardPart: 'third' },
    { label: say('Expires'), cell: ({ expiresAt }) => dateText(new Date(expiresAt)), from: 1200 },
    { label: say('Status'), cell: (row) => <VoucherState voucher={row} />, cardPart: 'state' },
    {
      label: say('Value'),
      cell: ({ value }) => (
        <>
          <span className="card-label">{say('Value')} </span>
          <Money amountShillings={value} />
        </>
      ),
      cardPart: 'second',
      isRight: true,
      from: 900,
    },
    {
      label: say('Left'),
      cell: ({ balance, status }) => (
        <Money amountShillings={balance} direction={status === 'VOIDED' ? 'returned' : undefined} />
      ),
      cardPart: 'amount',
      isRight: true,
    },
  ];
}

/** Status text: plain for active vouchers, a badge for all others. */
function VoucherState({ voucher }: { voucher: MerchantVoucher }) {
  const status = voucherStateOf(voucher);
  return status === 'Active' ? <StatusText status={status} /> : <StatusBadge status={status} />;
}
