import { parseNairobi } from './nairobi-time.ts';
import { readCharge } from './parse-result.ts';
import type { CommandResult } from './parse-result.ts';
import { readCents, readShillings } from './wire-amounts.ts';

export type TransactionStatusFacts = {
  /** M-PESA's own word for the status, such as `Completed`. */
  status: string;
  /** Meaning of M-PESA's status for the queried payment. */
  state: 'succeeded' | 'failed' | 'pending';
  receipt?: string;
  amountShillings?: number;
  chargeCents?: bigint;
  /** Id of the queried payment. The result's own OriginatorConversationID is the query's. */
  originatorConversationId?: string;
  completedAt?: Date;
  debitParty?: string;
  creditParty?: string;
};

const failedStatuses = new Set(['cancelled', 'declined', 'expired']);

/**
 * Reads the answer to `transactionStatus`. Cancelled, Declined, Completed and Expired are final, other statuses are not
 * (v3/TransactionStatus).
 * @returns undefined if M-PESA did not find the transaction or could not say
 */
export function readTransactionStatus(result: CommandResult): TransactionStatusFacts | undefined {
  const { parameters } = result;
  const status = parameters['TransactionStatus'];
  if (!result.isSuccess || status === undefined) return undefined;
  return {
    status,
    state: stateOf(status.toLowerCase()),
    receipt: parameters['ReceiptNo']?.toUpperCase(),
    amountShillings: readShillings(parameters['Amount']),
    chargeCents: readCharge(parameters['DebitPartyCharges']),
    originatorConversationId: parameters['OriginatorConversationID'],
    completedAt: parseNairobi(parameters['FinalisedTime']),
    debitParty: parameters['DebitPartyName'],
    creditParty: parameters['CreditPartyName'],
  };
}

/** Whether a party of a status answer, such as `600000 - Zawadi`, is this short code, and not one that begins like it. */
export function isShortCode(party: string | undefined, shortCode: string): boolean {
  return /^\d+/u.exec(party ?? '')?.[0] === shortCode;
}

function stateOf(status: string): TransactionStatusFacts['state'] {
  if (status === 'completed') return 'succeeded';
  return failedStatuses.has(status) ? 'failed' : 'pending';
}

export type AccountBalance = { account: string; currency: string; balanceCents: bigint };

/**
 * Reads the answer to `accountBalance`: `Working Account|KES|700000.00|…&Utility Account|KES|…`. The first of an
 * account's four amounts is the balance. The portal contradicts itself about the other three (v3/AccountBalance).
 */
export function readAccountBalances(result: CommandResult): AccountBalance[] {
  return (result.parameters['AccountBalance'] ?? '').split('&').flatMap((part) => {
    const [account, currency, amount] = part.split('|');
    const balanceCents = readCents(amount);
    return account && currency && balanceCents !== undefined ? [{ account, currency, balanceCents }] : [];
  });
}
