import {
  payoutChannel,
  updatePayoutChannel,
  type ChosenPayoutChannel,
} from '@zawadi/contract/merchants-settings';
import { problemWith, type FieldProblems } from '../../forms/typed-fields.ts';

/** What is typed for any kind of channel; what the chosen kind does not need is passed over. */
export type PayoutForm = {
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

/** The sentence for each field of the chosen kind that does not fit. */
export function payoutProblems(typed: PayoutForm): FieldProblems<keyof PayoutForm> {
  const { error } = payoutChannel.safeParse(channelOf(typed));
  const problems = (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const);
  const password = problemWith(updatePayoutChannel.body.shape.password, typed.password);
  // Of two problems with one field the first is said.
  return { ...(password !== undefined && { password }), ...Object.fromEntries(problems.toReversed()) };
}

/** What the chosen kind needs of what was typed; the contract's schema makes a channel of it. */
export function channelOf({ kind, ...typed }: PayoutForm) {
  const { msisdn, tillNumber, payBillNumber, accountNumber, bankName } = typed;
  if (kind === 'mpesa') return { kind, msisdn };
  if (kind === 'till') return { kind, tillNumber };
  if (kind === 'paybill') return { kind, payBillNumber, accountNumber };
  return { kind, bankName, accountNumber };
}
