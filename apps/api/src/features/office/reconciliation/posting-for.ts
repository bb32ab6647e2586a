import { correction, type Correction } from '@zawadi/contract';
import type { TransferGroup } from '../../../ledger/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { account, correctionPostings, postings } from '../../services/postings/index.ts';
import type { LockedItem } from './item-store.ts';
import type { ReceiptOwner } from './ours-store.ts';

type Difference = {
  item: LockedItem;
  /** theirs − ours */
  changeCents: bigint;
  actionId: string;
  /** Whose charge it is, as long as none is booked for the payment. */
  owner: ReceiptOwner | undefined;
};

/**
 * The transfer that a correction is.
 * @throws Refusal correction_unsuitable
 */
export function postingFor(chosen: Correction, difference: Difference): TransferGroup {
  const { item, changeCents, actionId } = difference;
  if (!suits(chosen, item, changeCents)) throw new Refusal('correction_unsuitable');
  const { id: homeId, receipt: reference } = item;
  if (chosen === 'moved') {
    // On the collection account it is money that went out, on the pay-out account the same money coming in.
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

/** The home of what concerns no customer, so that both statements that show a transfer name the same one. */
const MOVED_HOME = '00000000-0000-0000-0000-000000000000';

type Differing = Pick<LockedItem, 'kind' | 'state' | 'receipt'>;

/** What a difference can be booked as; whether suspense holds enough for it is known only when it is booked. */
export function correctionsFor(item: Differing, changeCents: bigint): Correction[] {
  if (changeCents === 0n) return [];
  return correction.options.filter((one) => suits(one, item, changeCents));
}

function suits(chosen: Correction, { kind, state, receipt }: Differing, changeCents: bigint): boolean {
  if (chosen === 'charge') return kind === 'charge';
  if (kind === 'charge') return false;
  if (chosen === 'loss') return changeCents < 0n || state === 'amount_differs';
  if (state === 'no_longer_there') return false;
  // Its owner, once found, gets whole shillings.
  if (chosen === 'suspense') return changeCents % 100n === 0n;
  return state === 'missing_here' && receipt !== '';
}

/** The first charge of one of our payments has the id that M-PESA's own answer would give it, so it is booked once. */
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
