import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import type { PublicSettings } from '@zawadi/contract/settings';
import { ArrowRight, Clock, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useForm, useWatch, type UseFormSetError } from 'react-hook-form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { registerTransaction } from '@zawadi/contract/payments';
import type { WithdrawalState } from '@zawadi/contract/withdrawals';
import { call } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { TWO_COLUMNS, useMedia } from '../../../ui/use-media.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { timeInSentence } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { useUser } from '../../session/session.tsx';
import { resolverOf } from '../../forms/typed-fields.ts';
import { showRefusal } from '../../forms/show-refusal.ts';
import type { DashboardStats } from '../wallets/use-dashboard-stats.ts';
import { WizardFoot } from '../wizard-foot.tsx';
import { BalanceCard } from '../balance-card.tsx';
import { netOfFee } from '../amount.ts';
import { useKeptTyping } from '../use-kept-typing.ts';
import { WITHDRAWAL_STEPS } from './steps.ts';
import {
  keepRegisteredWithdrawal,
  keepTypedWithdrawal,
  readWithdrawalDraft,
  registeredAsTyped,
} from './withdrawal-draft.ts';
import { WithdrawalFields } from './withdrawal-fields.tsx';
import {
  excessProblem,
  withdrawalProblems,
  withdrawalRegistration,
  type WithdrawalForm,
} from './withdrawal-form.ts';
import { WithdrawalSum } from './withdrawal-sum.tsx';
import { canBeSent } from './withdrawal-progress.ts';

const FIELDS = {
  amount: 'amount',
  recipientMsisdn: 'phone',
  partyA: 'phone',
  recipientEmail: 'email',
  fullName: 'fullName',
} as const;

type WithdrawalOfferProps = Parameters<typeof WithdrawalSum>[0] & { balance: number; button: ReactNode };

type WithdrawalDetailsStepProps = {
  settings: PublicSettings;
  stats: DashboardStats;
  onRegistered: (requestId: string) => void;
};

const FORM_ID = 'withdrawal-form';

/** Step 1: amount and phone number. This step moves no money. */
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
    resolver: resolverOf((typed) => withdrawalProblems(typed, limits, { hasEmail: user.email !== '' })),
  });
  useKeptTyping(form, user.id, keepTypedWithdrawal);
  const typedAmount = useWatch({ control: form.control, name: 'amount' });
  const registering = useWithdrawalRegistration(form.setError, onRegistered);
  const hasTwoColumns = useMedia(TWO_COLUMNS);
  if (stats.walletBalance === 0) return <NothingToWithdraw />;
  const isTooMuch = excessProblem(typedAmount, limits) !== undefined;
  const offer = {
    sum: isTooMuch ? undefined : netOfFee(typedAmount, settings.withdrawalFeeBasisPoints),
    feeBasisPoints: settings.withdrawalFeeBasisPoints,
    button: (
      <Button
        type="submit"
        form={FORM_ID}
        wide
        disabled={isTooMuch}
        isBusy={registering.isPending}
        busyLabel={say('Registering...')}
      >
        {say('Continue')}
        <Icon of={ArrowRight} />
      </Button>
    ),
  };
  return (
    <div className="cols form with-foot">
      <form
        id={FORM_ID}
        className="stack-5"
        noValidate
        onSubmit={(event) => void form.handleSubmit((typed) => registering.mutate(typed))(event)}
      >
        <Stepper steps={WITHDRAWAL_STEPS} current={1} />
        {stats.withdrawableMaximum < stats.walletBalance && stats.newAccount !== undefined && (
          <NewAccountLimit {...stats.newAccount} />
        )}
        <WithdrawalFields
          form={form}
          limits={limits}
          isPhoneVerified={user.phoneVerified}
          hasEmail={user.email !== ''}
        />
        <Alert icon={Clock}>
          {say('Processing may take 1-5 minutes. You will get an SMS confirmation.')}
        </Alert>
      </form>
      {hasTwoColumns ? (
        <WithdrawalOffer {...offer} balance={stats.walletBalance} />
      ) : (
        <WizardFoot {...offer} words={{ gross: say('From your wallet'), net: say('You receive') }}>
          {offer.button}
        </WizardFoot>
      )}
    </div>
  );
}

/** Explains how much a new account can withdraw, and until when. */
function NewAccountLimit({ dailyMaximum, until }: NonNullable<DashboardStats['newAccount']>) {
  return (
    <Alert icon={ShieldCheck}>
      {say('Your account is new. For your safety, it can withdraw {amount} a day until {time}.', {
        amount: formatKes(dailyMaximum),
        time: timeInSentence(new Date(until)),
      })}
    </Alert>
  );
}

/** Explains to the owner of an empty wallet where its money will come from. */
function NothingToWithdraw() {
  return (
    <Sheet>
      <EmptyState
        title={say('There is nothing to withdraw yet')}
        action={
          <Link to="/dashboard/wallet" className={buttonClass({ variant: 'secondary' })}>
            {say('My Wallet')}
          </Link>
        }
      >
        {say('Money comes into your wallet when you add a gift to it.')}
      </EmptyState>
    </Sheet>
  );
}

/** Shows the amount that leaves the wallet and the amount that arrives, before the user confirms. */
function WithdrawalOffer({ balance, sum, feeBasisPoints, button }: WithdrawalOfferProps) {
  return (
    <aside className="stack sticky">
      <BalanceCard label={say('Available balance')} amountShillings={balance} />
      <div className="sheet pad stack">
        <WithdrawalSum sum={sum} feeBasisPoints={feeBasisPoints} />
        {button}
      </div>
    </aside>
  );
}

/** Registers a withdrawal, or continues an identical one that is registered but not yet sent. */
function useWithdrawalRegistration(
  setError: UseFormSetError<WithdrawalForm>,
  onRegistered: (requestId: string) => void,
) {
  const { id: userId } = useUser();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (form: WithdrawalForm): Promise<string> => {
      const same = registeredAsTyped(form, readWithdrawalDraft(userId));
      if (same !== undefined && isUnsent(same.requestId)) return same.requestId;
      const answer = await call(registerTransaction, { body: withdrawalRegistration(form, userId) });
      keepRegisteredWithdrawal(userId, { ...answer, form });
      toast.success(say('Withdrawal request registered successfully!'));
      return answer.requestId;
    },
    onSuccess: onRegistered,
    onError: (error) =>
      showRefusal<WithdrawalForm>(error, {
        fields: FIELDS,
        setError,
        fallback: say('Failed to register withdrawal'),
        signedOut: say('User not authenticated'),
      }),
  });

  function isUnsent(requestId: string): boolean {
    const known = queries.getQueryData<WithdrawalState>(queryKeys.withdrawal(requestId));
    return known !== undefined && canBeSent(known.orderStatus);
  }
}
