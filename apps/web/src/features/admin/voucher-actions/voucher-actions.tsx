import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { readVoucherForAdmin } from '@zawadi/contract/transactions-voucher';
import { adminResendVoucher } from '@zawadi/contract/voucher-actions';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ActionButton } from '../action-button.tsx';
import { useRefreshMoney } from '../actions/refresh-money.ts';
import type { TransactionDetail } from '../transactions/describe-transaction.ts';
import { useRights } from '../use-rights.ts';
import { ExtendDialog } from './extend-dialog.tsx';
import { FreezeDialog, UnfreezeDialog } from './freeze-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';
import '../action-row.css';

type VoucherActionsProps = {
  voucher: NonNullable<TransactionDetail['voucher']>;
  actions: CallAnswer<typeof readVoucherForAdmin>['actions'];
};

/** Actions on a voucher that its status and the administrator's role permit. */
export function VoucherActions({ voucher, actions }: VoucherActionsProps) {
  const { mayQueryAndResend, mayAskForMoney } = useRights();
  const [asking, setAsking] = useState<'void' | 'extend' | 'freeze' | 'unfreeze'>();
  const close = () => setAsking(undefined);
  return (
    <>
      <div className="action-row">
        {actions.canResend && mayQueryAndResend && <Resend voucherId={voucher.voucherId} />}
        {actions.canExtend && mayAskForMoney && (
          <Button variant="secondary" small onClick={() => setAsking('extend')}>
            Extend
          </Button>
        )}
        {actions.canFreeze && mayQueryAndResend && (
          <Button variant="secondary" small onClick={() => setAsking('freeze')}>
            Freeze
          </Button>
        )}
        {actions.canUnfreeze && mayQueryAndResend && (
          <Button variant="secondary" small onClick={() => setAsking('unfreeze')}>
            Unfreeze
          </Button>
        )}
        {actions.canVoid && mayAskForMoney && (
          <Button variant="secondary" small onClick={() => setAsking('void')}>
            Void
          </Button>
        )}
      </div>
      {asking === 'freeze' && <FreezeDialog voucher={voucher} onClose={close} />}
      {asking === 'unfreeze' && <UnfreezeDialog voucher={voucher} onClose={close} />}
      {asking === 'void' && <VoidDialog voucher={voucher} onClose={close} />}
      {asking === 'extend' && <ExtendDialog voucher={voucher} onClose={close} />}
    </>
  );
}

function Resend({ voucherId }: { voucherId: string }) {
  const refresh = useRefreshMoney();
  return (
    <ActionButton
      busyLabel="Sending..."
      execute={async () => {
        await call(adminResendVoucher, { body: { voucherId } });
        toast.success('Sent again', 'The recipient gets the same code and link.');
        await refresh();
      }}
    >
      Resend
    </ActionButton>
  );
}
