import type { OpenHold } from '@zawadi/contract/holds';
import { formatKes } from '@zawadi/contract/money';
import { releaseHoldBySupport } from '@zawadi/contract/voucher-actions';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import { useRights } from '../use-rights.ts';
import type { TransactionDetail } from '../transactions/describe-transaction.ts';

/** Lists shops' holds on a voucher; support can release each hold. */
export function VoucherHolds({ voucher }: { voucher: NonNullable<TransactionDetail['voucher']> }) {
  const { mayQueryAndResend } = useRights();
  const [releasing, setReleasing] = useState<OpenHold>();
  return (
    <>
      {voucher.holds.map((hold) => (
        <Alert key={hold.holdId} tone="info">
          <div className="stack-2">
            <p>
              <b>
                {hold.businessName} holds {formatKes(hold.amount)}
              </b>{' '}
              until {exactTimeText(new Date(hold.expiresAt))}. Meanwhile the voucher can be neither refunded
              nor voided.
            </p>
            {mayQueryAndResend && (
              <div>
                <Button variant="secondary" small onClick={() => setReleasing(hold)}>
                  Release hold
                </Button>
              </div>
            )}
          </div>
        </Alert>
      ))}
      {releasing !== undefined && <ReleaseDialog hold={releasing} onClose={() => setReleasing(undefined)} />}
    </>
  );
}

/** Releases a hold for a customer if the shop will not deliver the order. */
function ReleaseDialog({ hold, onClose }: { hold: OpenHold; onClose: () => void }) {
  const { holdId, businessName, amount } = hold;
  return (
    <ConfirmMoneyDialog
      title={`Release the ${formatKes(amount)} that ${businessName} holds?`}
      action="Release hold"
      busyLabel="Releasing..."
      isDangerous
      send={async (reason) => void (await call(releaseHoldBySupport, { body: { holdId, reason } }))}
      said={{ title: 'Hold released' }}
      onClose={onClose}
    >
      <p className="muted">
        The holder of the voucher can spend it at once, and the shop can no longer take it for the order. Ask
        the shop first whether it has shipped.
      </p>
    </ConfirmMoneyDialog>
  );
}
