import { banks } from '@zawadi/contract/banks';
import {
  payoutChannel,
  updatePayoutChannel,
  type ChosenPayoutChannel,
} from '@zawadi/contract/merchants-settings';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { PhoneField, TextField } from '../../../ui/field.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { problemWith, type FieldProblems } from '../../forms/typed-fields.ts';
import { useContractForm, type ContractForm } from '../../forms/use-contract-form.ts';
import { useSavedSettings } from './use-settings.ts';
import { say } from '../../../i18n/say.ts';
import type { Phrase } from '../../../i18n/say.ts';

/** Typed values of all kinds of channel. Only the fields of the chosen kind are sent. */
type PayoutForm = {
  kind: ChosenPayoutChannel['kind'];
  msisdn: string;
  tillNumber: string;
  payBillNumber: string;
  bankName: string;
  accountNumber: string;
  password: string;
};

export const EMPTY_PAYOUT: PayoutForm = {
  kind: 'mpesa',
  msisdn: '',
  tillNumber: '',
  payBillNumber: '',
  bankName: '',
  accountNumber: '',
  password: '',
};

const KINDS = [
  { value: 'mpesa', label: 'M-PESA number' },
  { value: 'till', label: 'M-PESA till' },
  { value: 'paybill', label: 'M-PESA pay bill' },
  { value: 'bank', label: 'Bank account' },
] as const satisfies readonly { value: PayoutForm['kind']; label: Phrase }[];
const BANKS = Object.keys(banks).map((name) => ({ value: name, label: name }));
const FIELDS = {
  'channel.msisdn': 'msisdn',
  'channel.tillNumber': 'tillNumber',
  'channel.payBillNumber': 'payBillNumber',
  'channel.bankName': 'bankName',
  'channel.accountNumber': 'accountNumber',
} as const;

const payoutForm = z.custom<PayoutForm>().superRefine((typed, context) => {
  for (const [field, message] of Object.entries(payoutProblems(typed)))
    context.addIssue({ code: 'custom', path: [field], message });
});

type ChangePayoutChannelProps = { isFirst: boolean; onClose: () => void };

/** Asks for the new channel and the password, and says when the channel takes effect. */
export function ChangePayoutChannel({ isFirst, onClose }: ChangePayoutChannelProps) {
  const keepSaved = useSavedSettings();
  const { register, control, submit, isBusy, problemOf } = useContractForm(updatePayoutChannel, {
    schema: payoutForm,
    defaultValues: EMPTY_PAYOUT,
    inputOf: (typed) => ({
      body: { password: typed.password, channel: payoutChannel.parse(channelOf(typed)) },
    }),
    fields: FIELDS,
    codes: { password_wrong: 'password' },
    onSaved: async (saved) => {
      onClose();
      const isWaiting = saved.nextPayoutChannel?.effectiveAt === null;
      await keepSaved(
        saved,
        isWaiting ? say('Zawadi checks this channel first') : say('Pay-out channel saved'),
      );
    },
    fallback: say('The pay-out channel could not be saved.'),
  });
  return (
    <FormDialog
      title={isFirst ? say('Set the pay-out channel') : say('Change the pay-out channel?')}
      action={isFirst ? say('Save channel') : say('Change channel')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        {isFirst
          ? say('Later changes take effect after 24 hours.')
          : say(
              'For your safety it takes effect after 24 hours. Until then we pay to the old channel. We confirm the change by email.',
            )}
      </p>
      <SelectField
        label={say('Paid to')}
        options={KINDS.map(({ value, label }) => ({ value, label: say(label) }))}
        {...register('kind')}
      />
      <ChannelFields kind={useWatch({ control, name: 'kind' })} register={register} problemOf={problemOf} />
      <PasswordField label={say('Your password')} error={problemOf('password')} {...register('password')} />
    </FormDialog>
  );
}

type ChannelFieldsProps = {
  kind: PayoutForm['kind'];
} & Pick<ContractForm<PayoutForm>, 'register' | 'problemOf'>;

function ChannelFields({ kind, register, problemOf }: ChannelFieldsProps) {
  const digits = { inputMode: 'numeric', autoComplete: 'off', maxLength: 7 } as const;
  if (kind === 'mpesa')
    return <PhoneField label={say('M-PESA number')} error={problemOf('msisdn')} {...register('msisdn')} />;
  if (kind === 'till')
    return (
      <TextField
        label={say('Till number')}
        {...digits}
        error={problemOf('tillNumber')}
        {...register('tillNumber')}
      />
    );
  return (
    <>
      {kind === 'bank' ? (
        <SelectField
          label={say('Bank')}
          options={[{ value: '', label: say('Choose a bank') }, ...BANKS]}
          error={problemOf('bankName')}
          {...register('bankName')}
        />
      ) : (
        <TextField
          label={say('Pay bill number')}
          {...digits}
          error={problemOf('payBillNumber')}
          {...register('payBillNumber')}
        />
      )}
      <TextField
        label={say('Account number')}
        autoComplete="off"
        maxLength={20}
        error={problemOf('accountNumber')}
        {...register('accountNumber')}
      />
    </>
  );
}

/** Returns a sentence for each invalid field of the chosen kind. */
export function payoutProblems(typed: PayoutForm): FieldProblems<keyof PayoutForm> {
  const { error } = payoutChannel.safeParse(channelOf(typed));
  const problems = (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const);
  const password = problemWith(updatePayoutChannel.body.shape.password, typed.password);
  // Reversed, because the last entry wins and a field must show its first problem.
  return { ...(password !== undefined && { password }), ...Object.fromEntries(problems.slice().reverse()) };
}

/** Picks the fields of the chosen kind. The contract's schema then validates them as a channel. */
function channelOf({ kind, ...typed }: PayoutForm) {
  const { msisdn, tillNumber, payBillNumber, accountNumber, bankName } = typed;
  if (kind === 'mpesa') return { kind, msisdn };
  if (kind === 'till') return { kind, tillNumber };
  if (kind === 'paybill') return { kind, payBillNumber, accountNumber };
  return { kind, bankName, accountNumber };
}
