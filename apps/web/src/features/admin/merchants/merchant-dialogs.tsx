import type { PlannedAction } from '@zawadi/contract/approvals-preview';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adjustMerchant } from '@zawadi/contract/adjustments';
import { adminReason } from '@zawadi/contract/approvals';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { addMerchant, updateMerchant } from '@zawadi/contract/merchants';
import type { Merchant } from '@zawadi/contract/merchants';
import { useForm, useWatch } from 'react-hook-form';
import { call, sentenceOf } from '../../../api/call.ts';
import { newId } from '../../../api/new-id.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { shillingsTyped } from '../../../ui/shillings-typed.ts';
import { SaidByDialog } from '../../forms/confirm-dialog.tsx';
import { problemsOf, problemWith, resolverOf } from '../../forms/typed-fields.ts';
import { WhatHappens } from '../approvals/what-happens.tsx';
import { sayOutcome } from '../say-outcome.ts';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { PlaceFields } from '../../shop/place-fields.tsx';
import { BrandFields, ContactFields } from './merchant-fields.tsx';
import {
  bodyOf,
  changedForm,
  emptyForm,
  formOf,
  isContactMoved,
  merchantForm,
  needsReason,
  WIRE_FIELDS,
} from './merchant-form.ts';
import { LISTED_STATUSES, STATUS_WORDS } from './merchant-status.ts';

const EFFECTS: Record<Merchant['status'], string> = {
  ACTIVE: 'The merchant redeems vouchers and is settled.',
  PENDING: 'The merchant signs in and sets up, and cannot redeem.',
  SUSPENDED: 'Staff are signed out within a second and redeem nothing; batches wait.',
  INACTIVE: 'Closed: no sign-in, no redemptions.',
};

/** Everything of a merchant that an administrator changes by hand, its status included. */
export function EditMerchant({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const { merchantId, businessName } = merchant;
  const form = useContractForm(updateMerchant, {
    schema: changedForm(merchant),
    defaultValues: formOf(merchant),
    inputOf: (typed) => ({
      body: {
        merchantId,
        ...bodyOf(typed),
        ...(typed.status !== merchant.status && { status: typed.status }),
        ...(needsReason(merchant, typed) && { reason: typed.reason }),
      },
    }),
    fields: WIRE_FIELDS,
    onSaved: ({ action }) => {
      sayOutcome(action ?? { outcome: 'done' }, 'Merchant updated successfully!');
      onClose();
    },
    refresh: [queryKeys.adminMerchants, queryKeys.approvals, queryKeys.workList],
    elsewhere: (error) => toast.error('Failed to update merchant.', sentenceOf(error, '')),
  });
  const [status, contactEmail, contactPhoneNumber] = useWatch({
    control: form.control,
    name: ['status', 'contactEmail', 'contactPhoneNumber'],
  });
  const isMoved = isContactMoved(merchant, { contactEmail, contactPhoneNumber });
  const offered =
    merchant.status === 'INACTIVE' ? [...LISTED_STATUSES, 'INACTIVE' as const] : LISTED_STATUSES;
  return (
    <FormDialog
      title={`Edit Merchant: ${businessName}`}
      action="Save Changes"
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <ContactFields form={form} />
      {isMoved && (
        <p className="small">
          Another address or number of the contact always needs a second administrator. What else you change
          is saved at once.
        </p>
      )}
      <SelectField
        label="Status"
        help={EFFECTS[status]}
        options={offered.map((value) => ({ value, label: STATUS_WORDS[value] }))}
        {...form.register('status')}
      />
      {(status !== merchant.status || isMoved) && (
        <TextField
          label="Reason"
          help="For the timeline and the audit log."
          autoComplete="off"
          maxLength={200}
          error={form.problemOf('reason')}
          {...form.register('reason')}
        />
      )}
      <PlaceFields register={form.register} problemOf={form.problemOf} />
      <BrandFields form={form} savedLogo={merchant.brandingConfig.logoUrl} />
    </FormDialog>
  );
}

/** A new merchant, pending approval; its code and a temporary password are mailed to the contact. */
export function AddMerchant({ onClose }: { onClose: () => void }) {
  const form = useContractForm(addMerchant, {
    schema: merchantForm,
    defaultValues: emptyForm,
    inputOf: (typed) => ({ body: bodyOf(typed) }),
    fields: WIRE_FIELDS,
    onSaved: () => {
      toast.success('Merchant added successfully!', 'The merchant is pending approval.');
      onClose();
    },
    refresh: [queryKeys.adminMerchants],
    elsewhere: (error) => toast.error('Failed to add merchant. Please try again.', sentenceOf(error, '')),
  });
  return (
    <FormDialog
      title="Add Merchant"
      action="Add Merchant"
      busyLabel="Adding..."
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <p className="muted">
        The contact gets the merchant code and a temporary password by email, and can redeem once approved.
      </p>
      <ContactFields form={form} />
      <PlaceFields register={form.register} problemOf={form.problemOf} />
      <BrandFields form={form} />
    </FormDialog>
  );
}

type Typed = { direction: 'credit' | 'debit'; amount: string; reason: string };

const DIRECTIONS = [
  { value: 'credit', label: 'Add to the balance' },
  { value: 'debit', label: 'Take from the balance' },
] as const;
const DIRECTION_EFFECTS = {
  credit: 'The merchant is owed more, and gets it with the next settlement.',
  debit: 'The merchant is owed less. More than the balance cannot be taken.',
} as const;

const { amount: shillings } = adjustMerchant.body.shape;

/** Corrects what a merchant is owed, with the reason that stays on record. */
export function ManageBalance({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const { merchantId, businessName, currentBalance } = merchant;
  // The same press sent twice is one adjustment.
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
        help={DIRECTION_EFFECTS[direction]}
        options={DIRECTIONS}
        {...register('direction')}
      />
      <MoneyField label="Amount" error={formState.errors.amount?.message} {...register('amount')} />
      <SaidByDialog value={adjusting.isError ? sentenceOf(adjusting.error) : undefined}>
        <WhatHappens action={plannedOf(merchantId, direction, amount)} />
      </SaidByDialog>
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
