import type { PublicSettings } from '@zawadi/contract/settings';
import { Clock } from 'lucide-react';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { CallRefused } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { useUser } from '../../session/session.tsx';
import { resolverOf } from '../../forms/typed-fields.ts';
import type { DashboardStats } from '../use-dashboard-stats.ts';
import { VerifyPhoneAlert } from '../verify-phone-alert.tsx';
import { WITHDRAWAL_STEPS } from './steps.ts';
import { useWithdrawalRegistration } from './use-withdrawal-registration.ts';
import { keepTypedWithdrawal, readWithdrawalDraft } from './withdrawal-draft.ts';
import { WithdrawalFields } from './withdrawal-fields.tsx';
import { withdrawalProblems, type WithdrawalForm } from './withdrawal-form.ts';
import { WithdrawalOffer } from './withdrawal-offer.tsx';

type WithdrawalDetailsStepProps = {
  settings: PublicSettings;
  stats: DashboardStats;
  onRegistered: (requestId: string) => void;
};

const FORM_ID = 'withdrawal-form';

/** Step 1: how much, and to which number. Nothing leaves the wallet yet. */
export function WithdrawalDetailsStep({ settings, stats, onRegistered }: WithdrawalDetailsStepProps) {
  const user = useUser();
  const limits = {
    balance: stats.walletBalance,
    maximum: stats.withdrawableMaximum,
    minimum: settings.minimumWithdrawal,
  };
  const form = useForm<WithdrawalForm>({
    defaultValues: readWithdrawalDraft(user.id).typed ?? {
      amount: '',
      phone: user.phoneNumber,
      email: user.email,
      fullName: `${user.firstName} ${user.lastName}`,
    },
    resolver: resolverOf((typed) => withdrawalProblems(typed, limits)),
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepTypedWithdrawal(user.id, values),
      }),
    [form, user.id],
  );
  const typedAmount = useWatch({ control: form.control, name: 'amount' });
  const registering = useWithdrawalRegistration(form.setError, onRegistered);
  const isUnverified =
    registering.error instanceof CallRefused && registering.error.code === 'phone_not_verified';
  return (
    <div className="cols form">
      <form
        id={FORM_ID}
        className="stack-5"
        noValidate
        onSubmit={(event) => void form.handleSubmit((typed) => registering.mutate(typed))(event)}
      >
        <Stepper steps={WITHDRAWAL_STEPS} current={1} />
        {isUnverified && <VerifyPhoneAlert />}
        <WithdrawalFields form={form} limits={limits} isPhoneVerified={user.phoneVerified} />
        <Alert icon={Clock}>
          {say('Processing may take 1-5 minutes. You will get an SMS confirmation.')}
        </Alert>
      </form>
      <WithdrawalOffer
        typedAmount={typedAmount}
        balance={stats.walletBalance}
        feeBasisPoints={settings.withdrawalFeeBasisPoints}
        formId={FORM_ID}
        isBusy={registering.isPending}
      />
    </div>
  );
}
