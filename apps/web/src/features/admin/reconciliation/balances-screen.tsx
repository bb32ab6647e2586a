import { checkFloat, listFloatChecks, type FloatCheck } from '@zawadi/contract/reconciliation-float';
import { useCallback } from 'react';
import { Check, CircleX, Clock, TriangleAlert } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { ActionButton } from '../action-button.tsx';
import { useRights } from '../use-rights.ts';
import { Cents } from '../cents.tsx';
import { useHealth } from '../system-health/use-health.ts';
import { FloatForecastText } from '../system-health/float-forecast-text.tsx';
import { ReconciliationTabs } from './reconciliation-tabs.tsx';
import { useRefreshReconciliation } from './use-reconciliation.ts';
import './reconciliation.css';

const LOOKS = {
  asking: { tone: 'info', icon: Clock, word: 'Asking M-PESA' },
  agrees: { tone: 'success', icon: Check, word: 'Agrees' },
  differs: { tone: 'danger', icon: TriangleAlert, word: 'Differs' },
  failed: { tone: 'warn', icon: CircleX, word: 'No answer' },
} as const;

const UNDER_WAY = { tone: 'info', icon: Clock, word: 'Payments under way' } as const;

const ACCOUNTS = { collection: 'Collection', payout: 'Pay-out' } as const;

const ASKING_AGAIN_MS = 2_000;

/** Shows how long the float lasts, and compares the balances that M-PESA reports with the ledger. */
export function BalancesScreen() {
  const { mayMoveMoney } = useRights();
  return (
    <>
      <PageTitle title="Balances at M-PESA" aside={mayMoveMoney && <CheckNow />} />
      <ReconciliationTabs />
      <FloatForecastSheet />
      <Sheet>
        <Checks />
      </Sheet>
    </>
  );
}

/** How long the money in the pay-out account lasts; nothing before M-PESA's first answer. */
function FloatForecastSheet() {
  const forecast = useHealth().data?.float.forecast;
  if (forecast === undefined) return null;
  return (
    <Sheet title="Pay-out account" isPadded>
      <p className="float-forecast">
        <FloatForecastText forecast={forecast} />
      </p>
    </Sheet>
  );
}

function CheckNow() {
  const refresh = useRefreshReconciliation();
  return (
    <ActionButton
      busyLabel="Asking..."
      execute={async () => {
        await call(checkFloat);
        toast.success('M-PESA was asked', 'Its answer appears in a moment.');
        await refresh();
      }}
    >
      Check now
    </ActionButton>
  );
}

function Checks() {
  const list = usePages(listFloatChecks, {
    queryKey: adminQueryKeys.floatChecks,
    // M-PESA reports its balances asynchronously, so poll while a check runs.
    refetchIntervalMs: ([page]) => (page?.checks[0]?.status === 'asking' ? ASKING_AGAIN_MS : false),
  });
  const { data, error, isFetching, refetch, fetchNextPage } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (data === undefined && error === null) return <ListSkeleton rows={6} />;
  if (data === undefined) {
    return <LoadFailure title="Failed to load the balances" of={{ error, isFetching, refetch }} />;
  }
  const checks = data.pages.flatMap((page) => page.checks);
  if (checks.length === 0) {
    return (
      <EmptyState title="No balances yet">
        M-PESA is asked every morning at 5:30, and by day when money leaves. Finance can ask at once.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="moves">
        {checks.map((check) => (
          <FloatCheckRow key={check.checkId} check={check} />
        ))}
      </ul>
      {list.hasNextPage && <MoreButton onMore={more} isBusy={list.isFetchingNextPage} />}
    </>
  );
}

/** A balance that was asked for by day differs as long as payments are under way, which is no fault. */
function looksOf({ status, isComparison }: FloatCheck) {
  return status === 'differs' && !isComparison ? UNDER_WAY : LOOKS[status];
}

/** One check of M-PESA's balances, and the ledger's balances at the same moment. */
function FloatCheckRow({ check }: { check: FloatCheck }) {
  const { at, accounts, isReported, uncharged } = check;
  const { tone, icon, word } = looksOf(check);
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
      {uncharged.payouts > 0 && (
        <p className="when">
          Charges not booked: {uncharged.payouts} {uncharged.payouts === 1 ? 'pay-out' : 'pay-outs'}, between{' '}
          <Cents amountCents={0} /> and <Cents amountCents={uncharged.mostCents} />.
        </p>
      )}
      {isReported && <p className="when">It did not go away, so we notified the operator.</p>}
    </li>
  );
}
