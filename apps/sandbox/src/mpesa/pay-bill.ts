import { compactPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';
import type { C2bPaymentBody } from '@zawadi/mpesa/wire/c2b';
import { sandboxCredentials } from '../credentials.ts';
import { ourAccount } from '../store/accounts.ts';
import type { World } from '../world.ts';
import { limits } from './limits.ts';
import { findReceipt, movedToday, moveMoney } from './transactions.ts';
import { paidMessage, shillings } from './wording.ts';

/**
 * Manual payment at the pay bill. Its receipt is created before the money moves, because the validation names the
 * receipt.
 */
export type PayBillPayment = {
  receipt: string;
  payer: string;
  /** Whole shillings. */
  amount: number;
  /** The account number that the customer typed. */
  reference: string;
  /**
   * Milliseconds since 1970. Before the payment, time of the request; in the confirmation, time when the money moved.
   */
  at: number;
};

type Urls = { response_type: string; confirmation_url: string; validation_url: string };

export function registeredUrls(world: World): Urls | undefined {
  const sql = 'SELECT * FROM c2b_urls WHERE short_code = ?';
  return world.database.one<Urls>(sql, sandboxCredentials.shortCode);
}

/** Returns whether the customer's balance and limits allow the payment. */
export function canPayBill(world: World, { payer, amount }: PayBillPayment): boolean {
  const { accounts } = world;
  if (amount > limits.perTransaction) return false;
  if (movedToday(world, 'payer', payer) + amount > limits.perDay) return false;
  return accounts.balance(accounts.outsider(payer)) >= amount;
}

/**
 * Moves the money, notifies the customer and queues the confirmation, all in one commit and once per receipt.
 *
 * @param thirdPartyId ThirdPartyTransID from the answer to the validation
 */
export function payBill(world: World, payment: PayBillPayment, thirdPartyId = ''): void {
  const { accounts, database } = world;
  database.transaction(() => {
    if (findReceipt(world, payment.receipt) !== undefined) return;
    const payer = accounts.outsider(payment.payer);
    const { receipt, amount, reference } = payment;
    const to = ourAccount('collection');
    const { at } = moveMoney(world, { kind: 'c2b', from: payer, to, amount, reference, receipt });
    const message = paidMessage({ ...payment, balance: accounts.balance(payer) }, world.clock());
    world.inboxes.addMessage(payment.payer, 'MPESA', message);
    confirm(world, { ...payment, at }, thirdPartyId);
  });
}

function confirm(world: World, payment: PayBillPayment, thirdPartyId: string): void {
  const urls = registeredUrls(world);
  if (urls === undefined) {
    world.events.record('Pay bill paid, no address registered', describePayBill(payment));
    return;
  }
  const callbackId = world.callbacks.schedule({
    subject: payment.receipt,
    url: urls.confirmation_url,
    body: {
      ...payBillBody(world, payment),
      OrgAccountBalance: world.accounts.balance(ourAccount('collection')).toFixed(2),
      ThirdPartyTransID: thirdPartyId,
    },
    leastDelayMs: world.processingMs,
  });
  world.events.record('Pay bill paid', describePayBill(payment), callbackId);
}

export function describePayBill({ payer, amount, reference }: PayBillPayment): string {
  return `${payer} · KES ${shillings(amount)} · ${reference}`;
}

/** Builds the body of a validation or confirmation. A validation contains neither balance nor ThirdPartyTransID. */
export function payBillBody(world: World, payment: PayBillPayment): C2bPaymentBody {
  const [first = '', middle = '', last = ''] = world.accounts.nameOf(payment.payer).split(' ');
  return {
    TransactionType: 'Pay Bill',
    TransID: payment.receipt,
    TransTime: formatNairobi(new Date(payment.at), compactPattern),
    TransAmount: payment.amount.toFixed(2),
    BusinessShortCode: sandboxCredentials.shortCode,
    BillRefNumber: payment.reference,
    InvoiceNumber: '',
    OrgAccountBalance: '',
    ThirdPartyTransID: '',
    MSISDN: `${payment.payer.slice(0, 5)}****${payment.payer.slice(-3)}`,
    FirstName: first,
    MiddleName: middle,
    LastName: last,
  };
}
