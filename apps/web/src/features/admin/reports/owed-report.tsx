import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { owedToMerchants, type OwedToMerchant } from '@zawadi/contract/reports-ledger';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { DataTable, TableFoot, type Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { shownOf, TotalFoot } from './figure-table.tsx';
import { ReportFrame } from './report-frame.tsx';

const MOST_ROWS = 100;

/** Amounts owed to each merchant now: due, in batches, and being paid out. */
export function OwedReport() {
  const report = useQuery({
    queryKey: adminQueryKeys.adminReport('owed', {}),
    queryFn: ({ signal }) => call(owedToMerchants, { query: { limit: MOST_ROWS }, signal }),
    refetchInterval: 30_000,
  });
  return (
    <ReportFrame report={report}>
      {({ merchants, total, merchantCount }) => (
        <>
          <section aria-label="Now">
            <StatCards count={3} isBusy={false}>
              <StatCard label="Owed" note="As it stands now">
                <MoneyFigure amountShillings={total.total} />
              </StatCard>
              <StatCard label="In no batch yet">
                <MoneyFigure amountShillings={total.due} />
              </StatCard>
              <StatCard label="In batches">
                <MoneyFigure amountShillings={total.inBatches} />
              </StatCard>
            </StatCards>
          </section>
          <Sheet title="By merchant">
            {merchants.length === 0 ? (
              <EmptyState title="No merchant is owed anything" />
            ) : (
              <>
                <DataTable
                  caption="What merchants are owed"
                  columns={columns}
                  rows={merchants}
                  rowKey={({ merchantId }) => merchantId}
                />
                <TableFoot>
                  <TotalFoot
                    note={shownOf(merchants.length, merchantCount)}
                    total={<Money amountShillings={total.total} />}
                  />
                </TableFoot>
              </>
            )}
          </Sheet>
        </>
      )}
    </ReportFrame>
  );
}

const amount = (label: string, of: (row: OwedToMerchant) => number): Column<OwedToMerchant> => ({
  label,
  cell: (row) => <Money amountShillings={of(row)} />,
  isRight: true,
});

const columns: readonly Column<OwedToMerchant>[] = [
  {
    label: 'Merchant',
    cell: ({ businessName, merchantCode }) => (
      <Link to="/admin/merchants/$merchantCode" params={{ merchantCode }}>
        {businessName}
      </Link>
    ),
    cardPart: 'name',
  },
  { label: 'Code', cell: ({ merchantCode }) => merchantCode, cardPart: 'third', className: 'code muted' },
  { ...amount('In no batch yet', ({ due }) => due), from: 900 },
  { ...amount('In batches', ({ inBatches }) => inBatches), from: 900 },
  { ...amount('Being paid', ({ beingPaid }) => beingPaid), from: 1200 },
  { ...amount('Owed', ({ total }) => total), cardPart: 'amount' },
  {
    label: 'Account',
    cell: ({ merchantId }) => (
      <Link to="/admin/reports/accounts/$account" params={{ account: `merchant:${merchantId}` }}>
        Statement
      </Link>
    ),
    cardPart: 'side',
  },
];
