import { correction, type Correction } from '@zawadi/contract';
import type { TransferGroup } from '../../../ledger/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { account, correctionPostings, postings } from '../../services/postings/index.ts';
import type { LockedItem } from './item-store.ts';
import type { ReceiptOwner } from './ours-store.ts';

type Difference = {
  item: LockedItem;
  /** M-PESA's amount minus ours. */
  changeCents: bigint;
  actionId: string;
  /** The payment that a charge belongs to; undefined if a charge of this payment is already posted. */
  owner: ReceiptOwner | undefined;
};

/**
 * Builds the transfers of a correction.
 * @throws Refusal correction_unsuitable
 */
export function postingFor(chosen: Correction, difference: Difference): TransferGroup {
  const { item, changeCents, actionId } = difference;
  if (!suits(chosen, item, changeCents)) throw new Refusal('correction_unsuitable');
  const { id: homeId, receipt: reference } = item;
  if (chosen === 'moved') {
    // Money that leaves the collection account arrives in the pay-out account.
    const forward = item.account === 'collection' ? -changeCents : changeCents;
    return correctionPostings.floatMoved({ homeId: MOVED_HOME, changeCents: forward, receipt: reference });
  }
  if (chosen === 'charge') return chargeFor(difference);
  const causeId = `${actionId}/${item.id}`;
  const mpesaAccount = mpesaAccountOf(item);
  return correctionPostings.mpesaCorrected(chosen, {
    causeId,
    homeId,
    mpesaAccount,
    changeCents,
    reference,
  });
}

/**
 * Home of transfers that concern no customer. It is a constant, so that both statements that show one transfer find the
 * same home.
 */
const MOVED_HOME = '00000000-0000-0000-0000-000000000000';

type Differing = Pick<LockedItem, 'account' | 'kind' | 'state' | 'receipt' | 'isTakenBack'>;

/**
 * Lists the possible corrections of a difference. Whether suspense has enough money is checked only when the correction
 * is posted.
 */
export function correctionsFor(item: Differing, changeCents: bigint): Correction[] {
  if (changeCents === 0n) return [];
  return correction.options.filter((one) => suits(one, item, changeCents));
}

function suits(
  chosen: Correction,
  { account: of, kind, state, receipt, isTakenBack }: Differing,
  changeCents: bigint,
): boolean {
  // Lines of the bank are booked at the posting desk, where a document proves them.
  if (isTakenBack || of === 'bank') return false;
  if (chosen === 'charge') return kind === 'charge';
  if (kind === 'charge') return false;
  if (chosen === 'loss') return changeCents < 0n || state === 'amount_differs';
  if (state === 'no_longer_there') return false;
  // Suspense takes only whole shillings, because the owner gets the money later.
  if (chosen === 'suspense') return changeCents % 100n === 0n;
  return state === 'missing_here' && receipt !== '';
}

/**
 * Builds the transfer of a charge. The first charge of one of our payments gets the id that a charge in M-PESA's
 * callback would get. So the charge is posted only once.
 */
function chargeFor({ item, changeCents, actionId, owner }: Difference): TransferGroup {
  const { id, receipt: reference } = item;
  const takenFrom = mpesaAccountOf(item);
  if (owner && changeCents < 0n) {
    const { targetId: causeId, homeId } = owner;
    return postings.providerCharge({ causeId, homeId, amountCents: -changeCents, reference, takenFrom });
  }
  const causeId = `${actionId}/${id}`;
  const more = { causeId, homeId: id, mpesaAccount: takenFrom, changeCents, reference };
  return correctionPostings.mpesaCorrected('charge', more);
}

function mpesaAccountOf({ account: statementAccount }: LockedItem) {
  return statementAccount === 'collection' ? account.collection : account.payout;
}
