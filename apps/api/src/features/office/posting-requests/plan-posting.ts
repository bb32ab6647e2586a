import { RETURNABLE_CREDITS, type OperatorTemplate } from '@zawadi/contract';
import { findAccount, lockBalances, readBalances, type TransferGroup } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { formatCents } from '../../../platform/format-cents.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockMerchant } from '../../people/merchants/index.ts';
import { lockUserRecord } from '../../people/users/index.ts';
import type { Preview } from '../../services/approvals/index.ts';
import { account, deskPostings } from '../../services/postings/index.ts';
import { findCredit, lockDesk } from './ledger-facts-store.ts';
import type { PostingRecord } from './store.ts';

/** A posting before it is stored, as a dialog previews it. */
export type PlannedPosting = Pick<
  PostingRecord,
  'id' | 'template' | 'amountCents' | 'userId' | 'merchantId' | 'creditId' | 'reference'
>;

/** The transfers that a posting would make now, and their preview. */
export type Plan = { group: TransferGroup; preview: Preview };

type Move = { debit: string; credit: string; amountCents: bigint };

const NEVER_BELOW_ZERO: ReadonlySet<string> = new Set([account.payout, account.bankPayout, account.expired]);

/**
 * Plans the transfers of a posting, under locks until the end of the transaction.
 * @throws Refusal balance_too_low, buyer_gone, merchant_gone, credit_not_returnable, credit_smaller, not_found
 */
export async function planPosting(tx: Transaction, posting: PlannedPosting): Promise<Plan> {
  const { id: postingId, template, amountCents } = posting;
  const money = { postingId, amountCents, reference: posting.reference ?? undefined };
  switch (template) {
    case 'goodwill-consumer': {
      const userId = await lockOpenAccount(tx, posting.userId);
      const wallet = account.wallet(userId);
      const move = { debit: account.losses, credit: wallet, amountCents };
      // The wallet before the desk, as for orders that the bank has paid.
      await lockBalances(tx, [{ homeId: userId, account: wallet }]);
      await lockDesk(tx);
      const preview = await previewOf(tx, [move], 'from our losses to the wallet');
      return { group: deskPostings.goodwill({ ...money, to: { userId } }), preview };
    }
    case 'goodwill-merchant': {
      const merchantId = await lockOpenMerchant(tx, posting.merchantId);
      const move = { debit: account.losses, credit: account.merchant(merchantId), amountCents };
      await lockDesk(tx);
      const preview = await previewOf(tx, [move], 'from our losses to the merchant’s balance');
      return { group: deskPostings.goodwill({ ...money, to: { merchantId } }), preview };
    }
    case 'legal-order': {
      const userId = await lockOpenAccount(tx, posting.userId);
      const wallet = account.wallet(userId);
      await lockBalances(tx, [{ homeId: userId, account: wallet }]);
      const move = { debit: wallet, credit: account.held(postingId), amountCents };
      const preview = await previewOf(tx, [move], 'out of the wallet, set aside until the bank has paid it', {
        homeId: userId,
      });
      return { group: deskPostings.legalOrderReserved({ postingId, userId, amountCents }), preview };
    }
    case 'credit-taken-back': {
      return planTakeBack(tx, posting);
    }
    default: {
      await lockDesk(tx);
      const sides = deskPostings.OPERATOR_SIDES[template];
      const preview = await previewOf(tx, [{ ...sides, amountCents }], WAYS[template]);
      return { group: deskPostings.operatorMoney({ ...money, template }), preview };
    }
  }
}

const WAYS: Record<OperatorTemplate, string> = {
  'bank-float-in': 'from the owner to the bank account',
  'bank-float-out': 'from the bank account to the owner',
  'payout-float-in': 'from the owner to M-PESA’s pay-out account',
  'payout-float-out': 'from M-PESA’s pay-out account to the owner',
  'bank-to-payout': 'from the bank account to M-PESA’s pay-out account',
  'payout-to-bank': 'from M-PESA’s pay-out account to the bank account',
  'bank-charge': 'from the bank account, as a charge',
  'unclaimed-paid': 'from expired vouchers, by the bank account',
};

/** Plans how much of a wrong credit the wallet can return, and how much is our loss. */
async function planTakeBack(tx: Transaction, posting: PlannedPosting): Promise<Plan> {
  const { id: postingId, amountCents, creditId, reference } = posting;
  const userId = await lockOpenAccount(tx, posting.userId);
  const wallet = account.wallet(userId);
  const balanceCents = (await lockBalances(tx, [{ homeId: userId, account: wallet }])).get(wallet) ?? 0n;
  await lockDesk(tx);
  const credit = await findCredit(tx, { creditId: creditId ?? '', userId, wallet });
  if (!credit) throw new Refusal('not_found');
  if (credit.isTakenBack || !RETURNABLE_CREDITS.includes(credit.kind)) {
    throw new Refusal('credit_not_returnable');
  }
  if (credit.amountCents < amountCents) throw new Refusal('credit_smaller');
  const wholeCents = balanceCents - (balanceCents % 100n);
  const walletCents = wholeCents < amountCents ? wholeCents : amountCents;
  const lostCents = amountCents - walletCents;
  const isGoodwill = credit.kind === 'goodwill';
  // Spent goodwill stays our loss, so that nothing would move.
  if (isGoodwill && walletCents === 0n) {
    throw new Refusal('balance_too_low', {}, 'The wallet is empty, so nothing can be taken back.');
  }
  const to = isGoodwill ? account.losses : account.suspense;
  const moves = [
    { debit: wallet, credit: to, amountCents: walletCents },
    ...(isGoodwill ? [] : [{ debit: account.losses, credit: to, amountCents: lostCents }]),
  ].filter((move) => move.amountCents > 0n);
  const [ofWallet, lost] = [formatCents(walletCents), formatCents(lostCents)];
  const way = `to ${isGoodwill ? 'our losses' : 'suspense'}: ${ofWallet} out of the wallet, ${lost} at our loss`;
  return {
    group: deskPostings.creditTakenBack({
      postingId,
      userId,
      walletCents,
      lostCents,
      reference: reference ?? undefined,
      to,
    }),
    preview: { ...(await previewOf(tx, moves, way)), amountCents },
  };
}

/**
 * Locks the person, so that the account cannot be closed before the commit. A frozen account is accepted.
 * @throws Refusal buyer_gone
 */
async function lockOpenAccount(tx: Transaction, userId: string | null): Promise<string> {
  const user = await lockUserRecord(tx, userId ?? '');
  if (!user) throw new Refusal('buyer_gone');
  return user.id;
}

async function lockOpenMerchant(tx: Transaction, merchantId: string | null): Promise<string> {
  const merchant = await lockMerchant(tx, merchantId ?? '');
  if (!merchant) throw new Refusal('not_found');
  if (merchant.status === 'INACTIVE') throw new Refusal('merchant_gone');
  return merchant.id;
}

/**
 * Computes each balance before and after the transfers.
 * @throws Refusal balance_too_low
 */
export async function previewOf(
  tx: Transaction,
  moves: Move[],
  way: string,
  { homeId }: { homeId?: string } = {},
): Promise<Preview> {
  const codes = [...new Set(moves.flatMap(({ debit, credit }) => [debit, credit]))];
  const before = await readBalances(
    tx,
    codes.map((code) => ({ account: code, ...(homeId !== undefined && { homeId }) })),
  );
  const sides = await Promise.all(codes.map(async (code) => (await findAccount(tx, code))?.side));
  const balances = codes.map((code, index) => {
    const beforeCents = before.get(code) ?? 0n;
    const debits = sumOf(moves.filter(({ debit }) => debit === code));
    const credits = sumOf(moves.filter(({ credit }) => credit === code));
    const changeCents = sides[index] === 'debit' ? debits - credits : credits - debits;
    const of = NAMES[code.replace(/:[\da-f-]{36}$/u, '')] ?? code;
    if (mayNotGoBelowZero(code) && changeCents < 0n && beforeCents + changeCents < 0n) {
      throw new Refusal('balance_too_low', {}, `${of}: there is only ${formatCents(beforeCents)}.`);
    }
    return { of, beforeCents, afterCents: beforeCents + changeCents };
  });
  return { amountCents: sumOf(moves), way, balances };
}

/** Accounts with real money, or money that we owe. */
function mayNotGoBelowZero(code: string): boolean {
  return NEVER_BELOW_ZERO.has(code) || code.startsWith('wallet:');
}

const NAMES: Record<string, string> = {
  [account.bankPayout]: 'Bank account',
  [account.payout]: 'M-PESA pay-out',
  [account.capital]: 'Capital',
  [account.providerCharges]: 'Charges',
  [account.losses]: 'Losses',
  [account.expired]: 'Expired vouchers',
  [account.suspense]: 'Suspense',
  wallet: 'The wallet',
  merchant: 'The merchant’s balance',
  held: 'Set aside',
};

function sumOf(moves: Move[]): bigint {
  return moves.reduce((sum, { amountCents }) => sum + amountCents, 0n);
}
