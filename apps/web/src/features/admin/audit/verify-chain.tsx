import { useMutation } from '@tanstack/react-query';
import { verifyAudit } from '@zawadi/contract/audit';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { ShieldCheck } from 'lucide-react';
import { call, sentenceOf } from '../../../api/call.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** Has the server recompute the whole chain, and says whether every entry is as it was written. */
export function VerifyChain() {
  const verifying = useMutation({ mutationFn: () => call(verifyAudit) });
  return (
    <>
      {verifying.data !== undefined && <Verdict {...verifying.data} />}
      {verifying.isError && (
        <Alert tone="warn" isLive>
          The chain was not checked. {sentenceOf(verifying.error)}
        </Alert>
      )}
      <div className="spread">
        <p className="small muted">
          Nobody can change or remove an entry: each one is sealed with the one before it.
        </p>
        <Button
          variant="secondary"
          small
          isBusy={verifying.isPending}
          busyLabel="Checking..."
          onClick={() => verifying.mutate()}
        >
          <Icon of={ShieldCheck} />
          Verify
        </Button>
      </div>
    </>
  );
}

function Verdict({ entries, brokenAt, headHash }: CallAnswer<typeof verifyAudit>) {
  if (brokenAt === undefined) {
    return (
      <Alert tone="success" isLive>
        <b className="strong">The chain is whole.</b> All {entries.toLocaleString('en-KE')} entries follow
        from one another. <span className="hash">Last hash {headHash}</span>
      </Alert>
    );
  }
  return (
    <Alert tone="danger" isLive>
      <b className="strong">The chain is broken at entry {brokenAt.toLocaleString('en-KE')}.</b> Somebody has
      changed the log inside the database. Keep a copy of it now, and look for who has the database’s
      password.
    </Alert>
  );
}
