import { useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { formatKes } from '@zawadi/contract/money';
import {
  changeOwnLimits,
  consumerLimits,
  merchantLimits,
  type LimitedSubject,
  type OwnLimits,
  type readOwnLimits,
} from '@zawadi/contract/own-limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { shillingsTyped } from '../../../ui/shillings-typed.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { resolverOf, type FieldProblems } from '../../forms/typed-fields.ts';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { Differences } from '../audit/differences.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { describeOwnLimits, LIMIT_WORDS, namesOf, type LimitName } from './limit-words.ts';
import '../versions/versions.css';

type State = CallAnswer<typeof readOwnLimits>;
type Typed = Record<LimitName, string>;
type ChangeOwnLimitsProps = { subject: LimitedSubject; state: State; onClose: () => void };

/** Edits the own limits of a person or shop; a dialog lists the changes before they are saved. */
export function ChangeOwnLimits({ subject, state, onClose }: ChangeOwnLimitsProps) {
  const { current, general } = state;
  const [until, setUntil] = useState(current?.until ?? '');
  const [chosen, setChosen] = useState<OwnLimits>();
  const { register, handleSubmit, formState } = useForm<Typed>({
    resolver: resolverOf((typed) => problemsIn(subject, typed)),
    defaultValues: Object.fromEntries(
      namesOf(subject).map((name) => [name, current?.limits[name]?.toLocaleString('en-KE') ?? '']),
    ),
  });
  return (
    <Sheet title="Change limits" isPadded>
      <form
        className="stack-5"
        noValidate
        onSubmit={(event) => void handleSubmit((typed) => setChosen(limitsOf(subject, typed)))(event)}
      >
        <p className="muted">In KES. Leave a field empty for the general limit.</p>
        <div className="figure-fields">
          {namesOf(subject).map((name) => (
            <TextField
              key={name}
              label={LIMIT_WORDS[name].label}
              help={[LIMIT_WORDS[name].help, generalText(general[name])].filter(Boolean).join('. ')}
              inputMode="numeric"
              autoComplete="off"
              error={formState.errors[name]?.message}
              {...register(name)}
            />
          ))}
        </div>
        <DateField
          label="Last day"
          isOptional
          help="Ends at midnight in Nairobi. Leave empty for no end."
          value={until}
          onChange={setUntil}
        />
        <div className="actions">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Review change</Button>
        </div>
      </form>
      {chosen !== undefined && (
        <ConfirmOwnLimits
          subject={subject}
          state={state}
          change={{
            limits: chosen,
            until: until === '' || Object.keys(chosen).length === 0 ? undefined : until,
            basedOn: state.latestVersionId,
          }}
          onClose={() => setChosen(undefined)}
          onDone={onClose}
        />
      )}
    </Sheet>
  );
}

type ConfirmOwnLimitsProps = {
  subject: LimitedSubject;
  state: State;
  change: { limits: OwnLimits; until: string | undefined; basedOn: string | null };
  onClose: () => void;
  onDone: () => void;
};

/** Lists the changes, and saves them. */
function ConfirmOwnLimits({ subject, state, change, onClose, onDone }: ConfirmOwnLimitsProps) {
  const queries = useQueryClient();
  const refresh = async () => {
    for (const queryKey of [adminQueryKeys.ownLimits(subject), adminQueryKeys.approvals]) {
      await queries.invalidateQueries({ queryKey });
    }
  };
  return (
    <ConfirmDialog
      title={
        subject.subjectKind === 'user'
          ? 'Change the limits of this person?'
          : 'Change the limits of this shop?'
      }
      reason="required"
      action="Change"
      busyLabel="Saving..."
      confirm={async (reason) => {
        const { action } = await call(changeOwnLimits, { params: subject, body: { ...change, reason } });
        toastOutcome(action, 'Saved', 'They apply to the next payment.');
        onDone();
        await refresh();
      }}
      onFailed={() => void refresh()}
      onClose={onClose}
    >
      <Differences
        before={describeOwnLimits(state.current ?? { limits: {} })}
        after={describeOwnLimits(change)}
      />
      <p className="muted">Only administrators see that these limits exist, and why.</p>
      <EffectOfAction action={{ kind: 'own-limits', ...subject, ...change }} />
    </ConfirmDialog>
  );
}

function generalText(amount: number | undefined): string {
  return amount === undefined ? 'No general limit' : `General limit: ${formatKes(amount)}`;
}

/** Parses the typed limits; NaN if a value is not a number. */
function limitsOf(subject: LimitedSubject, typed: Typed): OwnLimits {
  return Object.fromEntries(
    namesOf(subject).flatMap((name) =>
      typed[name].trim() === '' ? [] : [[name, shillingsTyped(typed[name])] as const],
    ),
  );
}

function problemsIn(subject: LimitedSubject, typed: Typed): FieldProblems<LimitName> {
  const limits = limitsOf(subject, typed);
  const schema = subject.subjectKind === 'user' ? consumerLimits : merchantLimits;
  const problems: FieldProblems<LimitName> = {};
  for (const { path, message } of schema.safeParse(limits).error?.issues ?? []) {
    const name = namesOf(subject).find((one) => one === path[0]);
    if (name === undefined) continue;
    problems[name] ??= Number.isNaN(limits[name]) ? 'Please enter whole shillings' : message;
  }
  return problems;
}
