import type { WithdrawalState } from '@zawadi/contract/withdrawals';
import { ReceiptText, RefreshCw } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { isSettled } from '../order-status.ts';
import type { StatusCheck } from './status-check.ts';
import { canBeSent } from './withdrawal-progress.ts';

export type ResultActionsProps = {
  withdrawal: WithdrawalState;
  check: StatusCheck;
  onReceipt: () => void;
  onSend: () => void;
  onTryAgain: () => void;
  onNewWithdrawal: () => void;
};

/** What can be done with a withdrawal in the state it is in. */
export function ResultActions(props: ResultActionsProps) {
  const { orderStatus } = props.withdrawal;
  const hasMoved = orderStatus === 'PENDING' || orderStatus === 'COMPLETED';
  return (
    <div className="actions">
      {!isSettled(orderStatus) && (
        <Button
          variant="secondary"
          onClick={props.check.run}
          isBusy={props.check.isBusy}
          busyLabel={say('Checking...')}
        >
          <Icon of={RefreshCw} />
          {say('Check Status')}
        </Button>
      )}
      {hasMoved && (
        <Button variant="secondary" onClick={props.onReceipt}>
          <Icon of={ReceiptText} />
          {say('View Receipt')}
        </Button>
      )}
      {canBeSent(orderStatus) && (
        <Button className="push" onClick={props.onSend}>
          {say('Send it now')}
        </Button>
      )}
      {orderStatus === 'CANCELED' && (
        <Button className="push" onClick={props.onTryAgain}>
          {say('Try again')}
        </Button>
      )}
      <Button
        variant={hasMoved ? 'primary' : 'secondary'}
        className={hasMoved ? 'push' : undefined}
        onClick={props.onNewWithdrawal}
      >
        {say('New Withdrawal')}
      </Button>
    </div>
  );
}
