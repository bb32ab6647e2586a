import { Link } from '@tanstack/react-router';
import { merchantsReport, type MerchantRankingRow } from '@zawadi/contract/reports';
import { call } from '../../../api/call.ts';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import { DataTable, TableFoot, type Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import type { Period } from '../../lists/period.ts';
import { countText } from '../count-text.ts';
import { figureText } from '../figure-text.ts';
import { shownOf, TotalFoot } from './figure-table.tsx';
import { ReportChart } from './report-chart.tsx';
import { ReportFrame } from './report-frame.tsx';
import { useReport } from './use-report.ts';

/** More bars would leave no room for names. The table shows more merchants, and the CSV shows all. */
const MOST_BARS = 6;

const STATUS_WORDS = {
  ACTIVE: 'Active',
  PENDING: 'Pending',
  SUSPENDED: 'Suspended',
  INACTIVE: 'Inactive',
} as const satisfies Record<MerchantRankingRow['status'], string>;

/** Merchants ranked by redemptions. */
export function MerchantsReport({ period }: { period: Period }) {
  const report = useReport('merchants', period, (signal) => call(merchantsReport, { query: period, signal }));
  return (
    <ReportFrame report={report}>
      {({ merchants, total, merchantCount }) =>
        merchants.length === 0 ? (
          <Sheet>
            <EmptyState title="Nothing was redeemed in this period" />
          </Sheet>
        ) : (
          <>
            <section aria-label="The period in figures">
              <StatCards count={2} isBusy={false}>
                <StatCard label="Redeemed" note={countText(total.count, 'redemption', 'redemptions')}>
                  <MoneyFigure amountShillings={total.amount} />
                </StatCard>
                <StatCard label="Merchants">{figureText(merchantCount)}</StatCard>
              </StatCards>
            </section>
            <ReportChart
              title="Most redeemed"
              labels={['Redeemed']}
              bars={merchants.slice(0, MOST_BARS).map(({ merchantCode, amount }, index) => ({
                key: merchantCode,
                label: merchantCode,
                figures: [amount],
                isNow: index === 0,
              }))}
            />
            <Sheet title="Ranking">
              <DataTable
                caption="Ranking of merchants"
                columns={columns}
                rows={merchants}
                rowKey={({ merchantId }) => merchantId}
              />
              <TableFoot>
                <TotalFoot
                  note={shownOf(merchants.length, merchantCount)}
                  total={<Money amountShillings={total.amount} />}
                />
              </TableFoot>
            </Sheet>
          </>
        )
      }
    </ReportFrame>
  );
}

const columns: readonly Column<MerchantRankingRow>[] = [
  { label: 'Rank', cell: ({ rank }) => rank, from: 900, className: 'num' },
  {
    label: 'Merchant',
    cell: ({ businessName, merchantCode }) => (
      <Link className="row-open" to="/admin/merchants/$merchantCode" params={{ merchantCode }}>
        {businessName}
      </Link>
    ),
    cardPart: 'name',
  },
  { label: 'Code', cell: ({ merchantCode }) => merchantCode, cardPart: 'third', className: 'code muted' },
  {
    label: 'Redemptions',
    cell: ({ redemptions }) => (
      <>
        {figureText(redemptions)}
        <span className="card-label">&nbsp;{redemptions === 1 ? 'redemption' : 'redemptions'}</span>
      </>
    ),
    isRight: true,
    cardPart: 'second',
  },
  {
    label: 'Share',
    cell: ({ shareBasisPoints }) => `${(shareBasisPoints / 100).toFixed(1)} %`,
    isRight: true,
    cardPart: 'side',
  },
  {
    label: 'Amount',
    cell: ({ amount }) => <Money amountShillings={amount} />,
    isRight: true,
    cardPart: 'amount',
  },
  { label: 'Status', cell: ({ status }) => <Status status={status} />, cardPart: 'state' },
];

/** The usual status is not emphasised. */
function Status({ status }: Pick<MerchantRankingRow, 'status'>) {
  const word = STATUS_WORDS[status];
  return status === 'ACTIVE' ? <StatusText status={word} /> : <StatusBadge status={word} />;
}
