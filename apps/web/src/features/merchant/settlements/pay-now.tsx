import { useQueryClient } from '@tanstack/react-query';
import { formatKes } from '@zawadi/contract/money';
import { settleOnDemand, type PayoutOnDemand } from '@zawadi/contract/settlements-on-demand';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { newId } from '../../../api/new-id.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { SumList } from '../../../ui/sum-list.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';

/** Offers the owner a settlement on demand: redemptions before today, paid at once. */
export function PayNow({ onDemand, destination }: { onDemand: PayoutOnDemand; destination: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { obstacle, amount, minimum } = onDemand;
  if (obstacle !== undefined) {
    const why =
      obstacle === 'on_demand_limit'
        ? say('You have been paid the most of one day. The rest comes with the next settlement.')
        : say('You can be paid at once from {amount} redeemed before today.', { amount: formatKes(minimum) });
    return obstacle === 'on_demand_limit' || obstacle === 'on_demand_too_small' ? (
      <p className="small muted">{why}</p>
    ) : null;
  }
  return (
    <>
      <p>
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          {say('Pay me {amount} now', { amount: formatKes(amount) })}
        </Button>
      </p>
      {isOpen && (
        <PayNowDialog onDemand={onDemand} destination={destination} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

type PayNowDialogProps = { onDemand: PayoutOnDemand; destination: string; onClose: () => void };

/** Shows amount, fee and net before the owner confirms. Every press of one dialog is the same attempt, and pays once. */
function PayNowDialog({ onDemand, destination, onClose }: PayNowDialogProps) {
  const [attemptId] = useState(() => newId());
  const queries = useQueryClient();
  const refresh = async () => queries.invalidateQueries({ queryKey: queryKeys.allSettlements });
  const { amount, fee, net, feeBasisPoints, needsApproval } = onDemand;
  return (
    <ConfirmDialog
      title={say('Pay {amount} to {destination} now?', { amount: formatKes(net), destination })}
      action={say('Pay me now')}
      busyLabel={say('Sending...')}
      confirm={async () => call(settleOnDemand, { body: { attemptId, amount, fee } })}
      onDone={() => {
        toast.success(
          needsApproval ? say('Zawadi checks this pay-out first') : say('The money is on its way'),
        );
        onClose();
        void refresh();
      }}
      onFailed={() => void refresh()}
      fallback={say('Nothing was paid. Your money is safe.')}
      onClose={onClose}
    >
      <SumList
        rows={[
          { label: say('Redeemed before today'), value: <Money amountShillings={amount} /> },
          {
            label: say('Fee {percent}', { percent: `${feeBasisPoints / 100} %` }),
            value: <Money amountShillings={fee} direction="out" />,
          },
          { label: say('You get'), value: <Money amountShillings={net} />, isTotal: true },
        ]}
      />
      <p className="small muted">
        {needsApproval
          ? say('Zawadi checks this pay-out before the money is sent, so it has the usual fee.')
          : say('Today’s sales stay for the next settlement.')}
      </p>
    </ConfirmDialog>
  );
}
