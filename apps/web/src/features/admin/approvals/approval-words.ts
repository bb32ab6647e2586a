import type { ApprovalKind, ApprovalRule } from '@zawadi/contract/approvals';
import type { ActionPreview } from '@zawadi/contract/approvals-preview';
import { fraudRules } from '@zawadi/contract/fraud-rules';
import { formatKes } from '@zawadi/contract/money';
import { ownLimitsChange } from '@zawadi/contract/own-limits';
import { describeOwnLimits } from '../own-limits/limit-words.ts';
import { describeRules } from '../fraud/rule-words.ts';

const KIND_WORDS = {
  refund: 'Refund',
  void: 'Void',
  extension: 'Extension',
  suspense: 'Money in suspense',
  'reversed-payment': 'Payment taken back',
  'withdrawal-outcome': 'Marked withdrawal',
  adjustment: 'Adjustment',
  correction: 'Correction',
  posting: 'Posting',
  'posting-outcome': 'Paid or not paid order',
  'administrator-add': 'New administrator',
  'administrator-role': 'Another role',
  'administrator-disable': 'Disabled administrator',
  'administrator-factor': 'Two-factor reset',
  'fees-and-limits': 'Fees and limits',
  'merchant-close': 'Closed merchant',
  'merchant-contact': 'Merchant’s contact',
  'merchant-activate': 'Activated merchant',
  'owner-reset': 'Owner’s password',
  'fraud-rules': 'Fraud rules',
  'own-limits': 'Own limits',
  'template-wording': 'Words of a message',
  'payout-channel': 'Pay-out channel',
  'settlements-resume': 'Held settlements',
  'lost-contacts': 'Lost phone and email',
  'ussd-pin': 'USSD PIN',
  block: 'Block list',
  unblock: 'Removed block',
  'start-again': 'End of a stop',
} as const satisfies Record<ApprovalKind, string>;

/** Returns the label of a kind of request. */
export function kindWordOf(kind: ApprovalKind): string {
  return KIND_WORDS[kind];
}

/** Explains why one administrator alone could not decide a request. */
export function approvalReasonText({ because, from, doneAlone }: ApprovalRule): string {
  if (because === 'always') return 'Requests of this kind always need two';
  if (because === 'role') return 'Support asks, finance decides';
  if (because === 'day' || because === 'month') {
    const period = because === 'day' ? 'a day' : '30 days';
    return `With ${formatKes(doneAlone)} done alone within ${period} it reaches ${formatKes(from)}`;
  }
  return `Two decide from ${formatKes(from)} on`;
}

/** Returns the preview with labels instead of field names. */
export function inWords(kind: ApprovalKind, preview: ActionPreview): ActionPreview {
  if (preview.change === undefined) return preview;
  if (kind === 'own-limits') {
    const [before, after] = [limitsIn(preview.change.before), limitsIn(preview.change.after)];
    return { ...preview, change: { before, after } };
  }
  if (kind !== 'fraud-rules') return preview;
  const [before, after] = [fraudRules.parse(preview.change.before), fraudRules.parse(preview.change.after)];
  return { ...preview, change: { before: describeRules(before), after: describeRules(after) } };
}

function limitsIn({ until, ...limits }: Record<string, unknown>): Record<string, string> {
  return describeOwnLimits(ownLimitsChange.pick({ limits: true, until: true }).parse({ limits, until }));
}
