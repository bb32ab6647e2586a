import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  resendMerchantVoucher,
  voidMerchantVoucher,
  type MerchantVoucher,
} from '@zawadi/contract/merchant-vouchers';
import { formatKes } from '@zawadi/contract/money';
import { shortReference } from '@zawadi/contract/short-reference';
import { Ban, Send } from 'lucide-react';
import { useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { StatusBadge, type StatusWord } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { TextField } from '../../../ui/field.tsx';
import { firstNameOf } from '../../../ui/first-name.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { clockText, dateText, exactTimeText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';

type VoucherDialogProps = { voucher: MerchantVoucher; onClose: () => void };

/** A voucher that the shop issued, with buttons to resend and to void it. */
export function VoucherDialog({ voucher, onClose }: VoucherDialogProps) {
  const [isVoiding, setVoiding] = useState(false);
  const queries = useQueryClient();
  const { voucherId, recipientName, canBeSent, canBeVoided, resendAt } = voucher;
  const sending = useMutation({
    mutationFn: () => call(resendMerchantVoucher, { body: { voucherId } }),
    onSuccess: async () => {
      toast.success(
        say('Sent again'),
        say('{name} gets the same code and link.', { name: firstNameOf(recipientName) }),
      );
      await refreshVouchers(queries);
    },
    onError: (error) => toast.error(say('Not sent'), sentenceOf(error)),
  });
  if (isVoiding) return <VoidDialog voucher={voucher} onClose={() => setVoiding(false)} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={recipientName}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Close')}
          </Button>
          {canBeVoided && (
            <Button variant="secondary" onClick={() => setVoiding(true)}>
              <Icon of={Ban} />
              {say('Void')}
            </Button>
          )}
          {canBeSent && (
            <Button
              disabled={resendAt !== undefined}
              isBusy={sending.isPending}
              busyLabel={say('Sending...')}
              onClick={() => sending.mutate()}
            >
              <Icon of={Send} />
              {say('Send again')}
            </Button>
          )}
        </>
      }
    >
      <VoucherFacts voucher={voucher} />
      {canBeSent && resendAt !== undefined && (
        <p className="small muted">
          {say('It was sent a moment ago. You can send it again from {time}.', {
            time: clockText(new Date(resendAt)),
          })}
        </p>
      )}
    </Dialog>
  );
}

function VoucherFacts({ voucher }: { voucher: MerchantVoucher }) {
  const { voucherId, codeLastFour, phone, email, message, reference, value, balance } = voucher;
  const { createdAt, createdBy, expiresAt, openedAt } = voucher;
  const address = [phone, email].filter((one) => one !== undefined).join(', ');
  return (
    <Facts
      facts={[
        { label: say('Left'), value: <Money amountShillings={balance} /> },
        { label: say('Value'), value: <Money amountShillings={value} /> },
        { label: say('Status'), value: <StatusBadge status={voucherStateOf(voucher)} /> },
        { label: say('Voucher'), value: <span className="code">{shortReference(voucherId)}</span> },
        { label: say('Code'), value: <span className="code">•••• {codeLastFour}</span> },
        reference !== undefined && { label: say('Your reference'), value: reference },
        { label: say('Sent to'), value: address === '' ? say('You hand it over') : address },
        message !== '' && { label: say('Message'), value: message },
        { label: say('Made'), value: exactTimeText(new Date(createdAt)) },
        { label: say('Made by'), value: createdBy === 'API' ? say('Your own system (API)') : createdBy },
        openedAt !== undefined && { label: say('Opened'), value: exactTimeText(new Date(openedAt)) },
        { label: say('Expires'), value: dateText(new Date(expiresAt)) },
      ]}
    />
  );
}

/** Confirms voiding a voucher. A retry after a lost answer is safe: the server voids it only once. */
function VoidDialog({ voucher, onClose }: VoucherDialogProps) {
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const { voucherId, recipientName, balance, codeLastFour } = voucher;
  return (
    <ConfirmDialog
      title={say('Void the voucher of {name}?', { name: recipientName })}
      action={say('Void voucher')}
      dismiss={say('Keep it')}
      busyLabel={say('Voiding...')}
      variant="danger"
      confirm={async () => {
        await call(voidMerchantVoucher, { body: { voucherId, reason } });
        toast.success(
          say('Voucher voided'),
          say('{amount} is back in your balance.', { amount: formatKes(balance) }),
        );
        onClose();
        await refreshVouchers(queries);
      }}
      fallback={say('The voucher could not be voided.')}
      onFailed={() => void refreshVouchers(queries)}
      onClose={onClose}
    >
      <p>
        {say(
          'The {amount} left on it goes back to your balance at once. The code {code} stops working, and {name} gets no message. You cannot undo this.',
          {
            amount: formatKes(balance),
            code: `•••• ${codeLastFour}`,
            name: firstNameOf(recipientName),
          },
        )}
      </p>
      <TextField
        label={say('Reason')}
        isOptional
        autoComplete="off"
        maxLength={200}
        help={say('For your own records.')}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}

/** Refetches the vouchers, and every figure that includes their value. */
export async function refreshVouchers(queries: QueryClient): Promise<void> {
  const changed = [queryKeys.allMerchantVouchers, queryKeys.merchantOverview, queryKeys.settlementSummary];
  await Promise.all(changed.map(async (queryKey) => queries.invalidateQueries({ queryKey })));
}

export function voucherStateOf({ status, isFrozen }: MerchantVoucher): StatusWord {
  const canBeSpent = status === 'ACTIVE' || status === 'PARTIALLY_REDEEMED';
  return isFrozen && canBeSpent ? 'Frozen' : ticketStateOf(status);
}
