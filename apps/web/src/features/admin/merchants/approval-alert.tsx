import type { Merchant } from '@zawadi/contract/merchants';
import { useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useRights } from '../use-rights.ts';
import { ApproveMerchant } from './status-confirm-dialogs.tsx';

/** Says that a new merchant waits, and lets it redeem. */
export function ApprovalAlert({ merchant }: { merchant: Merchant }) {
  const { isAdministrator } = useRights();
  const [isAsking, setAsking] = useState(false);
  if (merchant.status !== 'PENDING') return null;
  return (
    <Alert tone="warn">
      <div className="spread">
        <p>This merchant is pending approval: it can set up, and cannot redeem yet.</p>
        {isAdministrator && (
          <Button small onClick={() => setAsking(true)}>
            Approve
          </Button>
        )}
      </div>
      {isAsking && <ApproveMerchant merchant={merchant} onClose={() => setAsking(false)} />}
    </Alert>
  );
}
