import { useQuery } from '@tanstack/react-query';
import { trialBalance } from '@zawadi/contract/admin';
import { call, CallRefused } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { Alert } from '../../ui/alert.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { centsText } from './cents-text.ts';
import { TrialBalanceTable } from './trial-balance-table.tsx';

export function OverviewScreen() {
  const balance = useQuery({
    queryKey: queryKeys.trialBalance,
    queryFn: () => call(trialBalance),
    refetchInterval: 30_000,
  });
  return (
    <>
      <PageTitle title="Trial balance">What the ledger holds, by kind of account.</PageTitle>
      {balance.data !== undefined && <Verdict difference={balance.data.difference} />}
      <Sheet>
        {balance.isPending && <ListSkeleton rows={8} />}
        {balance.data !== undefined && <TrialBalanceTable accounts={balance.data.accounts} />}
        {balance.isError && balance.data === undefined && (
          <ErrorState
            title={balance.error instanceof CallRefused ? balance.error.message : 'Network error occurred'}
            onTryAgain={() => void balance.refetch()}
            isTrying={balance.isFetching}
          >
            The ledger itself is not affected.
          </ErrorState>
        )}
      </Sheet>
    </>
  );
}

function Verdict({ difference }: { difference: number }) {
  if (difference === 0) return <Alert tone="success">Debits and credits agree.</Alert>;
  return (
    <Alert tone="danger" isLive>
      <b className="strong">Debits and credits differ by {centsText(difference)}.</b> Stop pay-outs and look
      for the cause before anything else.
    </Alert>
  );
}
