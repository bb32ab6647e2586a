import type { FloatCheck } from '@zawadi/contract/reconciliation-float';
import { Check, CircleX, Clock, TriangleAlert } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';
import { Cents } from '../cents.tsx';
import './reconciliation.css';

const LOOKS = {
  asking: { tone: 'info', icon: Clock, word: 'Asking M-PESA' },
  agrees: { tone: 'success', icon: Check, word: 'Agrees' },
  differs: { tone: 'danger', icon: TriangleAlert, word: 'Differs' },
  failed: { tone: 'warn', icon: CircleX, word: 'No answer' },
} as const;

const ACCOUNTS = { collection: 'Collection', payout: 'Pay-out' } as const;

/** What M-PESA said on one day, and what the ledger said at that moment. */
export function FloatCheckRow({ check: { at, status, accounts, isReported } }: { check: FloatCheck }) {
  const { tone, icon, word } = LOOKS[status];
  return (
    <li className="float-check">
      <div className="spread">
        <b>
          <Time at={at} />
        </b>
        <span className={`badge ${tone}`}>
          <Icon of={icon} />
          {word}
        </span>
      </div>
      {accounts.length > 0 && (
        <dl className="facts check-accounts">
          {accounts.map(({ account, theirsCents, oursCents, differenceCents }) => (
            <div key={account}>
              <dt>{ACCOUNTS[account]}</dt>
              <dd>
                <Cents amountCents={theirsCents} />
                {differenceCents !== 0 && (
                  <span className="when">
                    the ledger says <Cents amountCents={oursCents} />, a difference of{' '}
                    <Cents amountCents={differenceCents} />
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isReported && <p className="when">It stayed so, and the operator was told.</p>}
    </li>
  );
}
