import { formatKes } from '@zawadi/contract/money';
import { msisdn } from '@zawadi/contract/text';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { useQuery } from '@tanstack/react-query';
import { paidNumbers } from '@zawadi/contract/withdrawals';
import { say } from '../../../i18n/say.ts';
import { PhoneField, TextField } from '../../../ui/field.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { timeInSentence } from '../../../ui/time-text.ts';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { parseAmount } from '../amount.ts';
import { ContactChips } from '../contact-chips.tsx';
import { contactOf } from '../matching-contacts.ts';
import {
  excessProblem,
  isOffered,
  limitsHint,
  QUICK_AMOUNTS,
  type WithdrawalField,
  type WithdrawalForm,
  type WithdrawalLimits,
} from './withdrawal-form.ts';

type WithdrawalFieldsProps = {
  form: UseFormReturn<WithdrawalForm>;
  limits: WithdrawalLimits;
  isPhoneVerified: boolean;
  hasEmail: boolean;
};

/** The fields of a withdrawal: amount, phone number and name. */
export function WithdrawalFields({ form, limits, isPhoneVerified, hasEmail }: WithdrawalFieldsProps) {
  const { register, setValue, control, formState } = form;
  const typedAmount = useWatch({ control, name: 'amount' });
  const savedNumbers = useSavedNumbers();
  const problem = (field: WithdrawalField) => formState.errors[field]?.message;
  return (
    <>
      <MoneyField
        label={say('Amount')}
        {...register('amount')}
        error={problem('amount') ?? excessProblem(typedAmount, limits)}
        help={limitsHint(limits)}
        beside={
          <span className="only-narrow">
            {say('{amount} available', { amount: formatKes(limits.balance) })}
          </span>
        }
        chips={quickAmounts(limits)}
        chosen={parseAmount(typedAmount)}
        onChoose={(chosen) =>
          setValue('amount', chosen.toLocaleString('en-KE'), {
            shouldDirty: true,
            shouldValidate: formState.isSubmitted,
          })
        }
        aria-required
      />
      <ContactChips
        label={say('Saved numbers')}
        contacts={savedNumbers.map(contactOf)}
        typedName=""
        onChoose={({ fullName, phone, email }) => {
          const options = { shouldDirty: true, shouldValidate: formState.isSubmitted };
          setValue('phone', phone, options);
          setValue('email', email, options);
          setValue('fullName', fullName, options);
        }}
      />
      <PhoneField
        label={say('M-PESA number')}
        {...register('phone')}
        error={problem('phone')}
        help={<PaidBefore control={control} numbers={savedNumbers} isPhoneVerified={isPhoneVerified} />}
        aria-required
      />
      <div className="two">
        <TextField
          label={say('Full name')}
          {...register('fullName')}
          error={problem('fullName')}
          autoComplete="name"
          aria-required
        />
        <TextField
          label={say('Email')}
          type="email"
          isOptional={!hasEmail}
          {...register('email')}
          error={problem('email')}
          autoComplete="email"
          aria-required
        />
      </div>
    </>
  );
}

function quickAmounts(limits: WithdrawalLimits) {
  const fixed = QUICK_AMOUNTS.map((amount) => ({
    amount,
    label: amount.toLocaleString('en-KE'),
    isDisabled: !isOffered(amount, limits),
  }));
  return [
    ...fixed,
    { amount: limits.maximum, label: say('All'), isDisabled: !isOffered(limits.maximum, limits) },
  ];
}

/** Loads the phone numbers of earlier withdrawals. If that fails, the user types the number. */
function useSavedNumbers() {
  const { data } = useQuery({
    queryKey: queryKeys.paidNumbers,
    queryFn: ({ signal }) => call(paidNumbers, { signal }),
  });
  return data?.numbers ?? [];
}

type PaidBeforeProps = {
  control: UseFormReturn<WithdrawalForm>['control'];
  numbers: ReturnType<typeof useSavedNumbers>;
  isPhoneVerified: boolean;
};

/**
 * Shows the owner's name that M-PESA returned for this number at an earlier payment. A new number needs a code instead.
 */
function PaidBefore({ control, numbers, isPhoneVerified }: PaidBeforeProps) {
  const typed = msisdn.safeParse(useWatch({ control, name: 'phone' }));
  const known = numbers.find((number) => number.msisdn === typed.data && number.registeredName !== undefined);
  if (known?.registeredName !== undefined) {
    return say('Paid before to {name}, {time}', {
      name: known.registeredName,
      time: timeInSentence(new Date(known.lastUsedAt)),
    });
  }
  return isPhoneVerified
    ? say('Your verified number. For another number we text you a code first.')
    : say('For another number we text you a code first.');
}
