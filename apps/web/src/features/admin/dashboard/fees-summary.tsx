import { Link } from '@tanstack/react-router';
import type { AdminDashboard, FeesEarned } from '@zawadi/contract/reports-dashboard';
import { Sheet } from '../../../ui/sheet.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { signedText } from '../signed-text.ts';

const LINES = [
  { name: 'deposit', label: 'Deposits' },
  { name: 'withdrawal', label: 'Withdrawals' },
  { name: 'settlement', label: 'Settlements' },
  { name: 'total', label: 'Total' },
] as const satisfies readonly { name: keyof FeesEarned; label: string }[];

/** What was earned on which kind of payment, with the ways to what is behind it. */
export function FeesSummary({ fees }: { fees: AdminDashboard['fees'] | undefined }) {
  return (
    <Sheet title="Fees Summary" action={<span className="small muted">In KES</span>}>
      <FeeTable fees={fees} />
      <p className="fees-links">
        <Link to="/admin/transactions">All transactions</Link>
        <Link to="/admin/merchants">All merchants</Link>
        <Link to="/admin/reports/$report" params={{ report: 'fees' }}>
          Fees report
        </Link>
      </p>
    </Sheet>
  );
}

function FeeTable({ fees }: { fees: AdminDashboard['fees'] | undefined }) {
  return (
    // Large sums need more room than a phone has, and what scrolls has to be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="ledger-frame" aria-label="Fees" tabIndex={0}>
      <table className="ledger fees" aria-busy={fees === undefined}>
        <caption className="sr">Fees earned, in KES</caption>
        <thead>
          <tr>
            <th scope="col">Fees of</th>
            <th scope="col">Today</th>
            <th scope="col">30 days</th>
            <th scope="col">All time</th>
          </tr>
        </thead>
        <tbody>
          {LINES.map(({ name, label }) => (
            <tr key={name} data-total={name === 'total' || undefined}>
              <th scope="row">{label}</th>
              {(['today', 'lastThirtyDays', 'allTime'] as const).map((span) => (
                <td key={span}>{fees ? signedText(fees[span][name]) : <SkeletonBlock width="3.5rem" />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
