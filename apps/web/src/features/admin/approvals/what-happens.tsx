import { useContext } from 'react';
import type { ActionPreview, PlannedAction } from '@zawadi/contract/approvals-preview';
import type { ApprovalRule } from '@zawadi/contract/approvals';
import { formatKes } from '@zawadi/contract/money';
import { Alert } from '../../../ui/alert.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { useDialogSending } from '../../../ui/form-dialog.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { centsText } from '../cents-text.ts';
import { Differences } from '../audit/differences.tsx';
import { DialogMessage } from '../../forms/confirm-dialog.tsx';
import { usePlannedAction } from './use-approvals.ts';
import './what-happens.css';

/**
 * Shows the effect that an action would have now, and whether it needs a second administrator. The server computes
 * both.
 */
export function EffectOfAction({ action }: { action: PlannedAction | undefined }) {
  const said = useContext(DialogMessage);
  const { data, isError } = usePlannedAction(action);
  useDialogSending({
    verb: data?.rule?.needsTwo ? 'Ask for approval' : undefined,
    isLoading: action !== undefined && data === undefined && !isError,
  });
  if (action === undefined) return null;
  if (isError && data === undefined) {
    return (
      <Alert tone="warn">
        We could not check whether this needs a second administrator. We check again when you continue.
      </Alert>
    );
  }
  if (data === undefined) return <SkeletonBlock width="100%" height="3rem" />;
  const { preview, rule, refusedBecause } = data;
  return (
    <>
      {preview !== undefined && preview.amountCents > 0 && (
        <PreviewFacts preview={preview} isTyped={action.kind === 'adjustment'} />
      )}
      {rule !== undefined && <p className="small">{ruleText(rule)}</p>}
      {refusedBecause !== undefined && refusedBecause !== said && <Alert tone="warn">{refusedBecause}</Alert>}
    </>
  );
}

/**
 * Shows amount and payment method, the fee that we refund, and balances before and after.
 * @param props.isTyped whether the form above already shows amount and payment method
 */
export function PreviewFacts({ preview, isTyped = false }: { preview: ActionPreview; isTyped?: boolean }) {
  const { amountCents, way, feeCents, balances, change } = preview;
  return (
    <>
      {change !== undefined && <Differences {...change} />}
      <Facts
        facts={[
          !isTyped &&
            amountCents > 0 && {
              label: 'Amount',
              value: <b className="money nowrap">{amountText(amountCents)}</b>,
            },
          // A change lists its new values, and the title of some requests already names the payment method.
          !isTyped && change === undefined && way !== '' && { label: 'How', value: way },
          feeCents !== undefined && {
            label: 'Our fee, given back with it',
            value: <span className="nowrap num">{amountText(feeCents)}</span>,
          },
          ...balances.map(({ of, beforeCents, afterCents }) => ({
            label: of,
            value: <BeforeAfter before={amountText(beforeCents)} after={amountText(afterCents)} />,
          })),
        ]}
      />
    </>
  );
}

function BeforeAfter({ before, after }: { before: string; after: string }) {
  if (before === after) return <span className="nowrap num">{before}</span>;
  return (
    <span className="before-after num">
      <span className="nowrap">{before}</span> <span aria-hidden="true">→</span>
      <span className="sr"> becomes </span> <b className="nowrap">{after}</b>
    </span>
  );
}

/** Formats an amount as `KES 1,234`; shows cents only if they are not zero. */
function amountText(cents: number): string {
  if (cents % 100 === 0) return `${cents < 0 ? '\u2212\u00a0' : ''}${formatKes(Math.abs(cents) / 100)}`;
  return `${cents < 0 ? '\u2212\u00a0' : ''}KES\u00a0${centsText(Math.abs(cents))}`;
}

/** Explains whether one administrator decides alone, from which amount two decide, and which earlier actions count. */
export function ruleText({ because, from, doneAlone }: ApprovalRule): string {
  const [limit, earlier] = [formatKes(from), formatKes(doneAlone)];
  const counted = doneAlone > 0 ? ` ${earlier} done alone within a day count with it.` : '';
  return {
    always: 'This needs a second administrator.',
    never: 'You can decide this alone.',
    role: 'Finance or an administrator decides this. They get a mail with your reason.',
    amount: `This needs a second administrator: two decide from ${limit} on.`,
    day: `This needs a second administrator: with ${earlier} that one person did alone within a day it reaches ${limit}, from which on two decide.`,
    month: `This needs a second administrator: with ${earlier} that was done alone within 30 days it reaches ${limit}, from which on two decide.`,
    below: `You can decide this alone. Two decide from ${limit} on within a day.${counted}`,
  }[because];
}
