import { walletsReport } from '@zawadi/contract/reports';
import { formatKes } from '@zawadi/contract/money';
import { call } from '../../../api/call.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import type { Period } from '../../lists/period.ts';
import { figureText } from '../figure-text.ts';
import { BalanceHistory } from './balance-history.tsx';
import { FigureTable, sumColumns, TotalFoot } from './figure-table.tsx';
import { ReportFrame } from './report-frame.tsx';
import { useReport } from './use-report.ts';

const columns = sumColumns('Wallets', ['wallet', 'wallets']);

/** What is owed to consumers on their wallets, and how it went. */
export function WalletsReport({ period }: { period: Period }) {
  const report = useReport('wallets', period, (signal) => call(walletsReport, { query: period, signal }));
  return (
    <ReportFrame report={report}>
      {({ total, held, sizes, days }) => (
        <>
          <section aria-label="Now">
            <StatCards count={3} isBusy={false}>
              <StatCard label="Owed on wallets now" note="Consumers may withdraw it at any time">
                <MoneyFigure amountShillings={total.amount} />
              </StatCard>
              <StatCard label="Wallets" note="With something in them">
                {figureText(total.count)}
              </StatCard>
              <StatCard label="Set aside" note="For withdrawals under way">
                <MoneyFigure amountShillings={held} />
              </StatCard>
            </StatCards>
          </section>
          <FigureTable
            title="Wallets by what is in them"
            nameLabel="Balance"
            columns={columns}
            rows={sizes.map(({ from, to, ...sum }) => ({ ...sum, name: sizeText(from, to) }))}
            empty={
              <EmptyState title="All wallets are empty">
                Somebody who adds a gift to their wallet shows here.
              </EmptyState>
            }
            foot={
              <TotalFoot
                note="As it stands now, whatever the period."
                total={<Money amountShillings={total.amount} />}
              />
            }
          />
          <BalanceHistory title="At the end of each day" days={days} />
        </>
      )}
    </ReportFrame>
  );
}

function sizeText(from: number, to: number | undefined): string {
  return to === undefined ? `${formatKes(from)} or more` : `${formatKes(from)} to ${figureText(to)}`;
}
