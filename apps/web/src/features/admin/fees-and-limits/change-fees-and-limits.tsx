import {
  changeFeesAndLimits,
  newFeesAndLimits,
  type Fees,
  type FeesAndLimits,
  type Limits,
  type readFeesAndLimits,
} from '@zawadi/contract/fees-and-limits';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { call } from '../../../api/call.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { shillingsTyped } from '../../../ui/shillings-typed.ts';
import { resolverOf, type FieldProblems } from '../../forms/typed-fields.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { Differences } from '../audit/differences.tsx';
import { toastOutcome } from '../say-outcome.ts';
import {
  APPROVAL_WORDS,
  AUTOMATIC_WORDS,
  BANK_ROUTE_WORDS,
  BANK_ROUTES,
  describeFeesAndLimits,
  FEE_WORDS,
  LIMIT_WORDS,
} from './describe-fees-and-limits.ts';
import { useRefreshFeesAndLimits } from './use-fees-and-limits.ts';
import '../versions/versions.css';

type FeeOrLimitName = keyof Fees | keyof Limits | (typeof CONTROL_NAMES)[number];
/** Percentages and amounts in shillings, as typed. */
type TypedFeesAndLimits = Record<FeeOrLimitName, string> & Pick<FeesAndLimits, 'bankRoute'>;

const FEE_NAMES = ['depositBasisPoints', 'withdrawalBasisPoints', 'settlementBasisPoints'] as const;
const LIMIT_NAMES = [
  'minimumPurchase',
  'minimumWithdrawal',
  'maximumTransaction',
  'daily',
  'wallet',
] as const;

const CONTROL_NAMES = ['approvalFrom', 'automaticUpTo'] as const;
const CONTROL_WORDS = { approvalFrom: APPROVAL_WORDS, automaticUpTo: AUTOMATIC_WORDS } as const;

type ChangeFeesAndLimitsProps = { state: CallAnswer<typeof readFeesAndLimits>; onClose: () => void };

/** Edits fees and limits; a dialog lists the changes and their start before they are saved. */
export function ChangeFeesAndLimits({ state, onClose }: ChangeFeesAndLimitsProps) {
  const [chosen, setChosen] = useState<FeesAndLimits>();
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverOf(problemsInFeesAndLimits),
    defaultValues: typedFeesAndLimits(state.current.feesAndLimits),
  });
  const { errors } = formState;
  return (
    <Sheet title="Change fees and limits" isPadded>
      <form
        className="stack-5"
        noValidate
        onSubmit={(event) => void handleSubmit((typed) => setChosen(chargesOf(typed)))(event)}
      >
        <fieldset className="figure-fields">
          <legend className="label mb-1.5">Fees, in percent of the whole amount</legend>
          {FEE_NAMES.map((name) => (
            <TextField
              key={name}
              {...FEE_WORDS[name]}
              inputMode="decimal"
              autoComplete="off"
              error={errors[name]?.message}
              {...register(name)}
            />
          ))}
        </fieldset>
        <fieldset className="figure-fields">
          <legend className="label mb-1.5">Limits, in KES</legend>
          {LIMIT_NAMES.map((name) => (
            <TextField
              key={name}
              {...LIMIT_WORDS[name]}
              inputMode="numeric"
              autoComplete="off"
              error={errors[name]?.message}
              {...register(name)}
            />
          ))}
        </fieldset>
        <fieldset className="figure-fields">
          <legend className="label mb-1.5">Second person and settlements, in KES</legend>
          {CONTROL_NAMES.map((name) => (
            <TextField
              key={name}
              {...CONTROL_WORDS[name]}
              inputMode="numeric"
              autoComplete="off"
              error={errors[name]?.message}
              {...register(name)}
            />
          ))}
          <SelectField {...BANK_ROUTE_WORDS} options={BANK_ROUTES} {...register('bankRoute')} />
        </fieldset>
        <div className="actions">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Review change</Button>
        </div>
      </form>
      {chosen !== undefined && (
        <ConfirmFeesAndLimits
          current={state.current.feesAndLimits}
          feesAndLimits={chosen}
          basedOn={state.latestVersionId}
          onClose={() => setChosen(undefined)}
          onDone={onClose}
        />
      )}
    </Sheet>
  );
}

type ConfirmFeesAndLimitsProps = {
  current: FeesAndLimits;
  feesAndLimits: FeesAndLimits;
  /** Version that the administrator edits: the latest that this screen has loaded. */
  basedOn: string | null;
  onClose: () => void;
  onDone: () => void;
};

/** Explains what changes for whom, and saves the change: from now on, or from the start of a day. */
function ConfirmFeesAndLimits({
  current,
  feesAndLimits,
  basedOn,
  onClose,
  onDone,
}: ConfirmFeesAndLimitsProps) {
  const refresh = useRefreshFeesAndLimits();
  const [day, setDay] = useState('');
  const effectiveFrom = day === '' ? undefined : day;
  return (
    <ConfirmDialog
      title="Change fees and limits?"
      reason="required"
      action="Change"
      busyLabel="Saving..."
      confirm={async (reason) => {
        const { action } = await call(changeFeesAndLimits, {
          body: { feesAndLimits, effectiveFrom, reason, basedOn },
        });
        toastOutcome(action, 'Saved', effectiveFrom === undefined ? 'It applies from now on.' : undefined);
        onDone();
        await refresh();
      }}
      onFailed={() => void refresh()}
      onClose={onClose}
    >
      <Differences before={describeFeesAndLimits(current)} after={describeFeesAndLimits(feesAndLimits)} />
      <p className="muted">Registered payments keep the fee that the buyer saw.</p>
      <EffectOfAction action={{ kind: 'fees-and-limits', feesAndLimits, effectiveFrom, basedOn }} />
      <DateField
        label="From"
        isOptional
        help="Starts at midnight in Nairobi. Leave empty to start now."
        value={day}
        onChange={setDay}
      />
    </ConfirmDialog>
  );
}

/** Formats fees and limits as the text of the form's fields. */
export function typedFeesAndLimits(feesAndLimits: FeesAndLimits): TypedFeesAndLimits {
  const { fees, limits, approvalFrom, automaticUpTo, bankRoute } = feesAndLimits;
  return {
    depositBasisPoints: String(fees.depositBasisPoints / 100),
    withdrawalBasisPoints: String(fees.withdrawalBasisPoints / 100),
    settlementBasisPoints: String(fees.settlementBasisPoints / 100),
    minimumPurchase: limits.minimumPurchase.toLocaleString('en-KE'),
    minimumWithdrawal: limits.minimumWithdrawal.toLocaleString('en-KE'),
    maximumTransaction: limits.maximumTransaction.toLocaleString('en-KE'),
    daily: limits.daily.toLocaleString('en-KE'),
    wallet: limits.wallet.toLocaleString('en-KE'),
    approvalFrom: approvalFrom.toLocaleString('en-KE'),
    automaticUpTo: automaticUpTo.toLocaleString('en-KE'),
    bankRoute,
  };
}

/** Parses the typed values; NaN if a value is not a number. */
export function chargesOf(typed: TypedFeesAndLimits): FeesAndLimits {
  return {
    fees: {
      depositBasisPoints: basisPointsTyped(typed.depositBasisPoints),
      withdrawalBasisPoints: basisPointsTyped(typed.withdrawalBasisPoints),
      settlementBasisPoints: basisPointsTyped(typed.settlementBasisPoints),
    },
    limits: {
      minimumPurchase: shillingsTyped(typed.minimumPurchase),
      minimumWithdrawal: shillingsTyped(typed.minimumWithdrawal),
      maximumTransaction: shillingsTyped(typed.maximumTransaction),
      daily: shillingsTyped(typed.daily),
      wallet: shillingsTyped(typed.wallet),
    },
    approvalFrom: shillingsTyped(typed.approvalFrom),
    automaticUpTo: shillingsTyped(typed.automaticUpTo),
    bankRoute: typed.bankRoute,
  };
}

/** Returns the first sentence for each invalid field; covers every value that the contract rejects. */
export function problemsInFeesAndLimits(typed: TypedFeesAndLimits): FieldProblems<FeeOrLimitName> {
  const feesAndLimits = chargesOf(typed);
  const { fees, limits } = feesAndLimits;
  const problems: FieldProblems<FeeOrLimitName> = {};
  for (const name of FEE_NAMES) {
    if (Number.isNaN(fees[name])) problems[name] = 'Please enter a percentage such as 2.5';
  }
  for (const name of LIMIT_NAMES) {
    if (Number.isNaN(limits[name])) problems[name] = 'Please enter whole shillings';
  }
  for (const name of CONTROL_NAMES) {
    if (Number.isNaN(feesAndLimits[name])) problems[name] = 'Please enter whole shillings';
  }
  for (const { path, message } of newFeesAndLimits.safeParse(feesAndLimits).error?.issues ?? []) {
    const name = [...FEE_NAMES, ...LIMIT_NAMES, ...CONTROL_NAMES].find((one) => one === path.at(-1));
    if (name !== undefined) problems[name] ??= message;
  }
  return problems;
}

/** Parses a percentage (`2.5`, `2,5` or `2.5 %`) to basis points; NaN if it is none. */
export function basisPointsTyped(typed: string): number {
  const compact = typed.replaceAll(/[\s%]/gu, '').replace(',', '.');
  return /^\d{1,3}(?:\.\d{1,2})?$/u.test(compact) ? Math.round(Number(compact) * 100) : Number.NaN;
}
