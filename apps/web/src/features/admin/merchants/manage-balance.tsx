import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adjustMerchant } from '@zawadi/contract/adjustments';
import { adminReason } from '@zawadi/contract/approvals';
import type { Merchant } from '@zawadi/contract/merchants';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { MoneyField, shillingsTyped } from '../../../ui/money-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { problemsOf, problemWith, resolverOf } from '../../forms/typed-fields.ts';
import { sayOutcome } from '../say-outcome.ts';

type Typed = { direction: 'credit' | 'debit'; amount: string; reason: string };

const DIRECTIONS = [
  { value: 'credit', label: 'Add to the balance' },
  { value: 'debit', label: 'Take from the balance' },
] as const;
const EFFECTS = {
  credit: 'The merchant is owed more, and gets it with the next settlement.',
  debit: 'The merchant is owed less. More than the balance cannot be taken.',
} as const;

/** Corrects what a merchant is owed, with the reason that stays on record. */
export function ManageBalance({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const { merchantId, businessName, currentBalance } = merchant;
  // The same press sent twice is one adjustment.
  const [adjustmentId] = useState(() => crypto.randomUUID());
  const queries = useQueryClient();
  const { register, handleSubmit, control, formState } = useForm<Typed>({
    resolver: resolverOf<Typed>(problemsIn),
    defaultValues: { direction: 'credit', amount: '', reason: '' },
  });
  const direction = useWatch({ control, name: 'direction' });
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
        The balance is {formatKes(currentBalance)}. Large amounts wait until a second administrator has
        approved them; the merchant sees the adjustment with the next settlement.
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
      <TextField
        label="Reason"
        autoComplete="off"
        help="Stays in the audit log, with your name"
        maxLength={200}
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  );
}

const { amount: shillings } = adjustMerchant.body.shape;

function problemsIn({ amount, reason }: Typed) {
  return problemsOf({
    amount: shillings.safeParse(shillingsTyped(amount)).error?.issues[0]?.message,
    reason: problemWith(adminReason, reason),
  });
}
