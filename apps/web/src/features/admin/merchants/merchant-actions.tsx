import type { PlannedAction } from '@zawadi/contract/approvals-preview';
import { Link } from '@tanstack/react-router';
import type { Merchant } from '@zawadi/contract/merchants';
import { ArrowRightLeft, CircleCheck, KeyRound, PauseCircle, Scale } from 'lucide-react';
import { Suspense, useId, useState, type ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { resetOwnerPassword } from '@zawadi/contract/merchants-admin';
import { adjustMerchant } from '@zawadi/contract/adjustments';
import { adminReason } from '@zawadi/contract/approvals';
import { formatKes } from '@zawadi/contract/money';
import { useForm, useWatch } from 'react-hook-form';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { MoneyField, shillingsTyped } from '../../../ui/money-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { problemsOf, problemWith, resolverOf } from '../../forms/typed-fields.ts';
import { DangerZone } from '../danger-zone.tsx';
import { useRights } from '../use-rights.ts';
import { sayOutcome } from '../say-outcome.ts';
import { WhatHappens } from '../approvals/what-happens.tsx';
import { CloseMerchant, ReactivateMerchant, SuspendMerchant } from './dialogs-on-demand.ts';
import '../action-row.css';

type Typed = { direction: 'credit' | 'debit'; amount: string; reason: string };

const DIRECTIONS = [
  { value: 'credit', label: 'Add to the balance' },
  { value: 'debit', label: 'Take from the balance' },
] as const;
const EFFECTS = {
  credit: 'The merchant is owed more, and gets it with the next settlement.',
  debit: 'The merchant is owed less. More than the balance cannot be taken.',
} as const;

const { amount: shillings } = adjustMerchant.body.shape;

type Question = 'balance' | 'password' | 'suspend' | 'reactivate';
type Asks = { onAsk: (question: Question) => void };

/** What an administrator does most with a merchant, as far as their role goes. */
export function MerchantActions({ merchant }: { merchant: Merchant }) {
  const { isAdministrator, mayMoveMoney } = useRights();
  const [asking, setAsking] = useState<Question>();
  const headingId = useId();
  const close = () => setAsking(undefined);
  return (
    <section aria-labelledby={headingId}>
      <h2 className="sr" id={headingId}>
        Quick Actions
      </h2>
      <div className="action-row">
        <Link
          className={buttonClass({ variant: 'secondary', small: true })}
          to="/admin/transactions"
          search={{ merchantCode: merchant.merchantCode }}
        >
          <Icon of={ArrowRightLeft} />
          View Transactions
        </Link>
        {mayMoveMoney && (
          <Button variant="secondary" small onClick={() => setAsking('balance')}>
            <Icon of={Scale} />
            Manage Balance
          </Button>
        )}
        {isAdministrator && <AccountActions status={merchant.status} onAsk={setAsking} />}
      </div>
      <Suspense>{asking !== undefined && questionOf(asking, merchant, close)}</Suspense>
    </section>
  );
}

function AccountActions({ status, onAsk }: Pick<Merchant, 'status'> & Asks) {
  const isIn = status === 'ACTIVE' || status === 'PENDING';
  return (
    <>
      <Button variant="secondary" small onClick={() => onAsk('password')}>
        <Icon of={KeyRound} />
        Reset Password
      </Button>
      {isIn ? (
        <Button variant="secondary" small className="ends" onClick={() => onAsk('suspend')}>
          <Icon of={PauseCircle} />
          Suspend Account
        </Button>
      ) : (
        <Button variant="secondary" small onClick={() => onAsk('reactivate')}>
          <Icon of={CircleCheck} />
          Reactivate Account
        </Button>
      )}
    </>
  );
}

function questionOf(question: Question, merchant: Merchant, onClose: () => void): ReactNode {
  if (question === 'balance') return <ManageBalance merchant={merchant} onClose={onClose} />;
  if (question === 'password') return <ResetOwnerPassword merchant={merchant} onClose={onClose} />;
  if (question === 'suspend') return <SuspendMerchant merchant={merchant} onClose={onClose} />;
  return <ReactivateMerchant merchant={merchant} onClose={onClose} />;
}

/** What ends a merchant's account, apart from the daily actions. */
export function MerchantDangers({ merchant }: { merchant: Merchant }) {
  const { isAdministrator } = useRights();
  const [isAsking, setAsking] = useState(false);
  if (!isAdministrator || merchant.status === 'INACTIVE') return null;
  const text =
    'For a merchant that will not come back: sign-ins, API keys, passkeys and redemptions end, and what it is owed is not paid out any more.';
  return (
    <>
      <DangerZone dangers={[{ action: 'Close Account', text, onAsk: () => setAsking(true) }]} />
      <Suspense>
        {isAsking && <CloseMerchant merchant={merchant} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  );
}

type ResetOwnerPasswordProps = { merchant: Merchant; onClose: () => void };

/** For an owner who gets in no other way. */
function ResetOwnerPassword({ merchant, onClose }: ResetOwnerPasswordProps) {
  const { merchantId, businessName, contactEmail } = merchant;
  const [isTwoFactorReset, setTwoFactorReset] = useState(false);
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title={`Reset the password of ${businessName}’s owner?`}
      reason="required"
      action="Reset password"
      busyLabel="Resetting..."
      variant="danger"
      confirm={(reason) =>
        call(resetOwnerPassword, { params: { merchantId }, body: { reason, isTwoFactorReset } })
      }
      onDone={() => {
        toast.success('A temporary password was mailed', `To ${contactEmail}.`);
        onClose();
        void queries.invalidateQueries({ queryKey: queryKeys.adminMerchants });
      }}
      onClose={onClose}
    >
      <div className="stack">
        <p>
          The owner is signed out everywhere, and a temporary password is mailed to {contactEmail}. It has to
          be replaced at the next sign-in. Other staff and the money are not touched.
        </p>
        <Checkbox
          label="The owner has lost the second factor too: switch it off"
          checked={isTwoFactorReset}
          onChange={({ target }) => setTwoFactorReset(target.checked)}
        />
      </div>
    </ConfirmDialog>
  );
}

/** Corrects what a merchant is owed, with the reason that stays on record. */
function ManageBalance({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const { merchantId, businessName, currentBalance } = merchant;
  // The same press sent twice is one adjustment.
  const [adjustmentId] = useState(() => crypto.randomUUID());
  const queries = useQueryClient();
  const { register, handleSubmit, control, formState } = useForm<Typed>({
    resolver: resolverOf<Typed>(problemsIn),
    defaultValues: { direction: 'credit', amount: '', reason: '' },
  });
  const [direction, amount] = useWatch({ control, name: ['direction', 'amount'] });
  const adjusting = useMutation({
    mutationFn: ({ amount, ...typed }: Typed) =>
      call(adjustMerchant, {
        body: { adjustmentId, merchantId, ...typed, amount: shillingsTyped(amount) },
      }),
    onSuccess: ({ action, currentBalance: balance }) => {
      sayOutcome(action, 'Balance adjusted', `It is ${formatKes(balance)} now.`);
      onClose();
      for (const queryKey of [queryKeys.adminMerchants, queryKeys.approvals])
        void queries.invalidateQueries({ queryKey });
    },
  });
  const submit = handleSubmit((typed) => {
    if (!adjusting.isPending) adjusting.mutate(typed);
  });
  return (
    <FormDialog
      title={`Adjust the balance of ${businessName}?`}
      action={direction === 'credit' ? 'Add to balance' : 'Take from balance'}
      variant={direction === 'credit' ? 'primary' : 'danger'}
      isBusy={adjusting.isPending}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <p className="muted">
        The balance is {formatKes(currentBalance)}. The merchant sees the adjustment with the next settlement.
      </p>
      {adjusting.isError && (
        <Alert tone="danger" isLive>
          {sentenceOf(adjusting.error)}
        </Alert>
      )}
      <SelectField
        label="Adjustment"
        help={EFFECTS[direction]}
        options={DIRECTIONS}
        {...register('direction')}
      />
      <MoneyField label="Amount" error={formState.errors.amount?.message} {...register('amount')} />
      <WhatHappens action={plannedOf(merchantId, direction, amount)} />
      <TextField
        label="Reason"
        autoComplete="off"

        maxLength={200}
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  );
}

function plannedOf(
  merchantId: string,
  direction: Typed['direction'],
  typed: string,
): PlannedAction | undefined {
  const { data: amount } = shillings.safeParse(shillingsTyped(typed));
  return amount === undefined ? undefined : { kind: 'adjustment', merchantId, direction, amount };
}

function problemsIn({ amount, reason }: Typed) {
  return problemsOf({
    amount: shillings.safeParse(shillingsTyped(amount)).error?.issues[0]?.message,
    reason: problemWith(adminReason, reason),
  });
}
