import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adjustMerchant } from '@zawadi/contract/adjustments';
import { adminReason } from '@zawadi/contract/approvals';
import type { PlannedAction } from '@zawadi/contract/approvals-preview';
import type { Merchant } from '@zawadi/contract/merchants';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { call, sentenceOf } from '../../../api/call.ts';
import { newId } from '../../../api/new-id.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { shillingsTyped } from '../../../ui/shillings-typed.ts';
import { DialogMessage } from '../../forms/confirm-dialog.tsx';
import { problemsOf, problemWith, resolverOf } from '../../forms/typed-fields.ts';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { toastOutcome } from '../say-outcome.ts';

type Typed = { direction: 'credit' | 'debit'; amount: string; reason: string };

const DIRECTIONS = [
  { value: 'credit', label: 'Add to the balance' },
  { value: 'debit', label: 'Take from the balance' },
] as const;
const DIRECTION_EFFECTS = {
  credit: 'We owe the merchant more, and pay it with the next settlement.',
  debit: 'We owe the merchant less. You cannot take more than the balance.',
} as const;

const { amount: shillings } = adjustMerchant.body.shape;

/** Corrects a merchant's balance, with a reason that is recorded. */
export function ManageBalance({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const { merchantId, businessName, currentBalance } = merchant;
  // One id per dialog, so that a repeated click makes only one adjustment.
  const [adjustmentId] = useState(() => newId());
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
      toastOutcome(action, 'Balance adjusted', `It is ${formatKes(balance)} now.`);
      onClose();
      for (const queryKey of [adminQueryKeys.adminMerchants, adminQueryKeys.approvals])
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
        help={DIRECTION_EFFECTS[direction]}
        options={DIRECTIONS}
        {...register('direction')}
      />
      <MoneyField label="Amount" error={formState.errors.amount?.message} {...register('amount')} />
      <DialogMessage value={adjusting.isError ? sentenceOf(adjusting.error) : undefined}>
        <EffectOfAction action={plannedOf(merchantId, direction, amount)} />
      </DialogMessage>
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
