import { useQuery } from '@tanstack/react-query';
import { trialBalance } from '@zawadi/contract/postings';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { centsText } from '../cents-text.ts';
import { ReportFrame } from './report-frame.tsx';
import { TrialBalanceTable } from './trial-balance-table.tsx';

/** What the ledger holds now, by kind of account. */
export function TrialBalanceReport() {
  const balance = useQuery({
    queryKey: queryKeys.trialBalance,
    queryFn: ({ signal }) => call(trialBalance, { signal }),
    refetchInterval: 30_000,
  });
  return (
    <ReportFrame report={balance}>
      {({ accounts, difference }) => (
        <>
          <Verdict difference={difference} />
          <Sheet title="Trial balance">
            <TrialBalanceTable accounts={accounts} />
          </Sheet>
        </>
      )}
    </ReportFrame>
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
