import { Link } from '@tanstack/react-router';
import type { AdminDashboard, FeesEarned } from '@zawadi/contract/admin-dashboard';
import { Sheet } from '../../../ui/sheet.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { SignedMoney } from '../signed-money.tsx';

const LINES = [
  { name: 'deposit', label: 'Deposits' },
  { name: 'withdrawal', label: 'Withdrawals' },
  { name: 'settlement', label: 'Settlements' },
  { name: 'total', label: 'Total' },
] as const satisfies readonly { name: keyof FeesEarned; label: string }[];

/** What was earned on which kind of payment, with the ways to what is behind it. */
export function FeesSummary({ fees }: { fees: AdminDashboard['fees'] | undefined }) {
  return (
    <Sheet title="Fees Summary">
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
                <td key={span}>
                  {fees ? <SignedMoney amountShillings={fees[span][name]} /> : <Bone width="3.5rem" />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
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
