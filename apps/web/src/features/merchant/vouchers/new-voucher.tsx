import { makeMerchantVoucher } from '@zawadi/contract/merchant-vouchers';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { say } from '../../../i18n/say.ts';
import { CallRefused } from '../../../api/call.ts';
import { newId } from '../../../api/new-id.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { shillingsTyped } from '../../../ui/shillings-typed.ts';
import { dateText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';

const body = makeMerchantVoucher.body.shape;
const orNothing = <Field extends z.ZodType>(field: Field) => z.union([z.literal(''), field]);

const form = z.object({
  amount: z.string().transform(shillingsTyped).pipe(body.amount),
  recipientName: body.recipientName,
  phone: orNothing(body.phone.unwrap()),
  email: orNothing(body.email.unwrap()),
  message: body.message,
  reference: body.reference.unwrap(),
  validTo: orNothing(body.validTo.unwrap()),
});

type Made = CallAnswer<typeof makeMerchantVoucher>;

type NewVoucherProps = {
  /** The shop's balance in whole shillings, from which the voucher is issued. */
  available: number | undefined;
  onClose: () => void;
};

/** Issues a voucher, then shows its code once. */
export function NewVoucher({ available, onClose }: NewVoucherProps) {
  const [made, setMade] = useState<Made>();
  return made === undefined ? (
    <VoucherForm available={available} onMade={setMade} onClose={onClose} />
  ) : (
    <MadeVoucher made={made} onClose={onClose} />
  );
}

type VoucherFormProps = NewVoucherProps & { onMade: (made: Made) => void };

function VoucherForm({ available, onMade, onClose }: VoucherFormProps) {
  // Sent with every retry: a second click after a lost answer issues no second voucher.
  const [attemptId] = useState(() => newId());
  const [today] = useState(() => nairobiDay(new Date()));
  const { register, control, submit, isBusy, problemOf } = useContractForm(makeMerchantVoucher, {
    schema: form,
    defaultValues: {
      amount: '',
      recipientName: '',
      phone: '',
      email: '',
      message: '',
      reference: '',
      validTo: '',
    },
    inputOf: ({ phone, email, validTo, ...typed }) => ({
      body: {
        ...typed,
        attemptId,
        ...(phone !== '' && { phone }),
        ...(email !== '' && { email }),
        ...(validTo !== '' && { validTo }),
      },
    }),
    onSaved: onMade,
    refresh: [queryKeys.allMerchantVouchers, queryKeys.merchantOverview, queryKeys.settlementSummary],
    codes: {
      insufficient_merchant_balance: 'amount',
      transaction_limit: 'amount',
      daily_limit: 'amount',
      expiry_moment_invalid: 'validTo',
    },
    onRefused: (error) => {
      if (!(error instanceof CallRefused) || error.code !== 'idempotency_key_reused') return false;
      toast.error(
        say('Already made'),
        say('Your first request has already made the voucher. It is in your list.'),
      );
      onClose();
      return true;
    },
    fallback: say('The voucher could not be made.'),
  });
  return (
    <FormDialog
      title={say('New voucher')}
      action={say('Make voucher')}
      busyLabel={say('Making...')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <MoneyField
        label={say('Amount')}
        beside={
          available !== undefined && (
            <span className="small muted">{say('You have {amount}', { amount: formatKes(available) })}</span>
          )
        }
        help={say('We take it from your balance now. Unspent value comes back to you.')}
        error={problemOf('amount')}
        {...register('amount')}
      />
      <TextField
        label={say('Recipient')}
        autoComplete="off"
        error={problemOf('recipientName')}
        {...register('recipientName')}
      />
      <TextField
        label={say('Phone')}
        type="tel"
        isOptional
        autoComplete="off"
        help={say(
          'We send them the code and link by SMS. Without phone and email, you give them the code yourself.',
        )}
        error={problemOf('phone')}
        {...register('phone')}
      />
      <TextField
        label={say('Email')}
        type="email"
        isOptional
        autoComplete="off"
        error={problemOf('email')}
        {...register('email')}
      />
      <TextField
        label={say('Message')}
        isOptional
        autoComplete="off"
        error={problemOf('message')}
        {...register('message')}
      />
      <TextField
        label={say('Your reference')}
        isOptional
        autoComplete="off"
        help={say('For example an order number. You can search for the voucher by it.')}
        error={problemOf('reference')}
        {...register('reference')}
      />
      <Controller
        name="validTo"
        control={control}
        render={({ field }) => (
          <DateField
            label={say('Last day')}
            isOptional
            help={say('Leave empty for 24 months from today.')}
            min={today}
            error={problemOf('validTo')}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            ref={field.ref}
          />
        )}
      />
    </FormDialog>
  );
}

function MadeVoucher({ made: { voucher, code, claimUrl }, onClose }: { made: Made; onClose: () => void }) {
  const { recipientName, value, expiresAt } = voucher;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Voucher made')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Done')}
          </Button>
          <CopyButton text={code}>{say('Copy code')}</CopyButton>
        </>
      }
    >
      <p>{sentText(voucher)}</p>
      <Facts
        facts={[
          { label: say('Code'), value: <b className="code strong">{code}</b> },
          { label: say('Value'), value: formatKes(value) },
          { label: say('For'), value: recipientName },
          { label: say('Expires'), value: dateText(new Date(expiresAt)) },
        ]}
      />
      <p>
        <a href={claimUrl} target="_blank" rel="noopener">
          {say('Open and print the voucher')}
        </a>
      </p>
    </Dialog>
  );
}

function sentText({ recipientName, phone, email }: Made['voucher']): string {
  if (phone !== undefined && email !== undefined)
    return say('We have sent the code and link to {phone} and {email}. We show the code only this once.', {
      phone,
      email,
    });
  const address = phone ?? email;
  return address === undefined
    ? say('Give {name} this code. We show it only this once.', { name: recipientName })
    : say('We have sent the code and link to {address}. We show the code only this once.', { address });
}
