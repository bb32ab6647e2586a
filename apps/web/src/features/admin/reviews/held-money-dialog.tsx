import { resolveHeldMoney } from '@zawadi/contract/voucher-actions';
import type { Review } from '@zawadi/contract/reviews';
import type { ListedUser } from '@zawadi/contract/admin-users';
import type { CallInput } from '@zawadi/contract/endpoint';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { TextField } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import { FindConsumer } from './find-consumer.tsx';

type GoesTo = CallInput<typeof resolveHeldMoney>['body']['goesTo'];

const DESTINATIONS = [
  { value: 'payer', label: 'Back to whoever paid', help: 'By M-PESA, to the phone that paid.' },
  { value: 'wallet', label: 'A consumer’s wallet', help: 'When you know whose it is.' },
  { value: 'purchase', label: 'A purchase', help: 'It counts as paid, and its voucher is issued.' },
] as const satisfies readonly { value: GoesTo['kind']; label: string; help: string }[];

type HeldMoneyDialogProps = { review: Review; heldAmount: number; onClose: () => void };

/** Says whose the money is that waits in suspense, and closes the case with it. */
export function HeldMoneyDialog({ review, heldAmount, onClose }: HeldMoneyDialogProps) {
  const { reviewId, receipt } = review;
  const destinations = DESTINATIONS.filter(({ value }) => value !== 'payer' || receipt !== undefined);
  const [kind, setKind] = useState<GoesTo['kind']>(destinations[0]?.value ?? 'wallet');
  const [billReference, setBillReference] = useState('');
  const [consumer, setConsumer] = useState<ListedUser>();
  const [isMissing, setIsMissing] = useState(false);
  const goesTo = goesToOf({ kind, billReference, consumer });
  const send = async (reason: string) =>
    goesTo && call(resolveHeldMoney, { body: { reviewId, goesTo, reason } });
  return (
    <ConfirmMoneyDialog
      title={`Whose are the ${formatKes(heldAmount)} in suspense?`}
      action="Give the money"
      busyLabel="Giving..."
      check={() => {
        setIsMissing(goesTo === undefined);
        return goesTo !== undefined;
      }}
      send={send}
      said={{ title: 'Money given', description: 'The case is closed.' }}
      onClose={onClose}
    >
      <p className="muted">
        The money leaves suspense for good, and the case is closed. A large amount waits for a second
        administrator first.
      </p>
      <RadioList label="It belongs to" options={destinations} value={kind} onChange={setKind} />
      {kind === 'wallet' && <FindConsumer chosen={consumer} onChoose={setConsumer} isMissing={isMissing} />}
      {kind === 'purchase' && (
        <TextField
          label="Bill reference"
          help="Of the unpaid purchase, for exactly this amount"
          autoCapitalize="characters"
          maxLength={12}
          value={billReference}
          error={isMissing && billReference.trim() === '' ? 'Please enter a bill reference' : undefined}
          onChange={({ target }) => setBillReference(target.value)}
        />
      )}
    </ConfirmMoneyDialog>
  );
}

type Chosen = { kind: GoesTo['kind']; billReference: string; consumer: ListedUser | undefined };

function goesToOf({ kind, billReference, consumer }: Chosen): GoesTo | undefined {
  if (kind === 'payer') return { kind };
  if (kind === 'wallet') return consumer && { kind, userId: consumer.userId };
  return billReference.trim() === '' ? undefined : { kind, billReference };
}
