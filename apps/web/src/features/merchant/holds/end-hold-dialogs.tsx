import { captureHoldAtPortal, releaseHoldAtPortal } from '@zawadi/contract/holds';
import type { MerchantTransaction } from '@zawadi/contract/merchant-reports';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { call } from '../../../api/call.ts';
import { MoneyField } from '../../../ui/money-field.tsx';
import { shillingsTyped } from '../../../ui/shillings-typed.ts';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';

type EndHoldDialogProps = { hold: MerchantTransaction; onEnded: () => void; onClose: () => void };

/** Captures a hold, or a part of it. A retry after a lost answer is safe: the server captures only once. */
export function CaptureDialog({ hold, onEnded, onClose }: EndHoldDialogProps) {
  const { redemptionId: holdId, user, amount: heldShillings } = hold;
  const [typed, setTyped] = useState(heldShillings.toLocaleString('en-KE'));
  const [problem, setProblem] = useState<string>();
  const amount = shillingsTyped(typed);
  return (
    <ConfirmDialog
      title={say('Capture the hold on {name}’s voucher?', { name: user })}
      action={say('Capture')}
      busyLabel={say('Capturing...')}
      check={() => {
        const found = problemWithCapture(amount, heldShillings);
        setProblem(found);
        return found === undefined;
      }}
      confirm={async () => {
        const { capturedAmount, releasedAmount } = await call(captureHoldAtPortal, {
          body: { holdId, amount },
        });
        const captured = formatKes(capturedAmount);
        toast.success(
          say('Hold captured'),
          releasedAmount > 0
            ? say('{captured} is yours. {released} went back to the customer.', {
                captured,
                released: formatKes(releasedAmount),
              })
            : say('{captured} is yours.', { captured }),
        );
        onClose();
      }}
      fallback={say('The hold could not be captured.')}
      onDone={onEnded}
      onFailed={onEnded}
      onClose={onClose}
    >
      <p>
        {say(
          'Capture when the order is on its way. You can do this once. The rest goes back to the customer.',
        )}
      </p>
      <MoneyField
        label={say('Amount')}
        help={say('{amount} is held', { amount: formatKes(heldShillings) })}
        error={problem}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  );
}

/** Releases the whole hold. */
export function ReleaseDialog({ hold, onEnded, onClose }: EndHoldDialogProps) {
  const { redemptionId: holdId, user, amount } = hold;
  return (
    <ConfirmDialog
      title={say('Release {amount} to {name}?', { amount: formatKes(amount), name: user })}
      action={say('Release')}
      dismiss={say('Keep it')}
      busyLabel={say('Releasing...')}
      variant="danger"
      confirm={async () => {
        await call(releaseHoldAtPortal, { body: { holdId } });
        toast.success(
          say('Hold released'),
          say('{amount} went back to the customer.', { amount: formatKes(amount) }),
        );
        onClose();
      }}
      fallback={say('The hold could not be released.')}
      onDone={onEnded}
      onFailed={onEnded}
      onClose={onClose}
    >
      <p>
        {say('The customer can spend it elsewhere at once. You cannot undo this: cancel the order first.')}
      </p>
    </ConfirmDialog>
  );
}

/** Returns the problem with an amount before it is sent. The contract refuses the same amounts. */
function problemWithCapture(amount: number, heldShillings: number): string | undefined {
  if (!Number.isSafeInteger(amount) || amount < 1) return say('Please enter whole shillings');
  return amount > heldShillings
    ? say('Only {amount} is held', { amount: formatKes(heldShillings) })
    : undefined;
}
