import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readStatementProofs, type StatementProof } from '@zawadi/contract/reconciliation';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Time } from '../../../ui/time.tsx';

const NAMES: Record<StatementProof['account'], string> = {
  collection: 'Collection',
  payout: 'Pay-out',
  bank: 'Bank',
};

/** Until when statements prove each account to the cent. */
export function StatementProofs() {
  const { data } = useQuery({
    queryKey: adminQueryKeys.statementProofs,
    queryFn: ({ signal }) => call(readStatementProofs, { signal }),
  });
  if (data === undefined) return null;
  return (
    <p className="small muted proofs">
      {data.proofs.map((proof) => (
        <Proof key={proof.account} proof={proof} />
      ))}
    </p>
  );
}

function Proof({ proof: { account, provedUntil, runId, differsAt } }: { proof: StatementProof }) {
  return (
    <span>
      {NAMES[account]}:{' '}
      {provedUntil === undefined || runId === undefined ? (
        'not proved by a statement yet'
      ) : (
        <Link to="/admin/reconciliation/statements/$runId" params={{ runId }}>
          proved until <Time at={provedUntil} isMidSentence />
        </Link>
      )}
      {differsAt !== undefined && (
        <>
          , <b className="strong">differs</b> <Time at={differsAt} isMidSentence />
        </>
      )}
    </span>
  );
}
