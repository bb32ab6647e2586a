import { compactPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';
import { c2bRegisterRequestSchema, c2bSimulateRequestSchema, hasForbiddenWord } from '@zawadi/mpesa/wire/c2b';
import type { C2bPaymentBody, C2bReply } from '@zawadi/mpesa/wire/c2b';
import { sandboxCredentials } from '../credentials.ts';
import { ourAccount } from '../store/accounts.ts';
import type { World } from '../world.ts';
import { DarajaError, invalidField } from './daraja-error.ts';
import { createOriginatorConversationId } from './ids.ts';
import { limits } from './limits.ts';
import { movedToday, moveMoney } from './transactions.ts';
import type { SandboxTransaction } from './transactions.ts';
import { readRequest } from './read-request.ts';
import { paidMessage, shillings } from './wording.ts';

/** Registers where manual payments are confirmed. Validation is kept but, as M-PESA's default is, never asked. */
export function registerC2bUrls(world: World, body: unknown): C2bReply {
  const request = readRequest(c2bRegisterRequestSchema, body);
  if (request.ShortCode !== sandboxCredentials.shortCode) throw invalidField('ShortCode');
  for (const field of ['ConfirmationURL', 'ValidationURL'] as const) {
    if (hasForbiddenWord(request[field])) throw invalidField(field);
  }
  world.database.run(
    'INSERT OR REPLACE INTO c2b_urls (short_code, response_type, confirmation_url, validation_url) VALUES (?, ?, ?, ?)',
    request.ShortCode,
    request.ResponseType,
    request.ConfirmationURL,
    request.ValidationURL,
  );
  return reply(world, 'success');
}

/** A customer pays the pay bill by hand: money moves, then the confirmation goes to the registered address. */
export function simulateC2b(world: World, body: unknown): C2bReply {
  const request = readRequest(c2bSimulateRequestSchema, body);
  if (request.ShortCode !== sandboxCredentials.shortCode) throw invalidField('ShortCode');
  const { accounts, database } = world;
  const payer = accounts.outsider(request.Msisdn);
  const isOverLimit =
    request.Amount > limits.perTransaction ||
    movedToday(world, 'payer', request.Msisdn) + request.Amount > limits.perDay;
  if (isOverLimit || accounts.balance(payer) < request.Amount) {
    throw new DarajaError(500, '500.003.1001', 'The balance or limit of the customer does not allow it');
  }
  database.transaction(() => {
    const transaction = moveMoney(world, {
      kind: 'c2b',
      from: payer,
      to: ourAccount('collection'),
      amount: request.Amount,
      reference: request.BillRefNumber ?? '',
    });
    const message = paidMessage({ ...transaction, balance: accounts.balance(payer) }, world.clock());
    world.inboxes.addMessage(request.Msisdn, 'MPESA', message);
    confirm(world, transaction);
  });
  return reply(world, 'Accept the service request successfully.');
}

function confirm(world: World, transaction: SandboxTransaction): void {
  const detail = `${transaction.payer} · KES ${shillings(transaction.amount)} · ${transaction.reference}`;
  const urls = world.database.one<{ confirmation_url: string }>(
    'SELECT confirmation_url FROM c2b_urls WHERE short_code = ?',
    transaction.payee,
  );
  if (urls === undefined) return world.events.record('Pay bill paid, no address registered', detail);
  const callbackId = world.callbacks.schedule({
    subject: transaction.receipt,
    url: urls.confirmation_url,
    body: confirmationBody(world, transaction),
    leastDelayMs: world.processingMs,
  });
  return world.events.record('Pay bill paid', detail, callbackId);
}

function confirmationBody(world: World, transaction: SandboxTransaction): C2bPaymentBody {
  const [first = '', middle = '', last = ''] = world.accounts.nameOf(transaction.payer).split(' ');
  return {
    TransactionType: 'Pay Bill',
    TransID: transaction.receipt,
    TransTime: formatNairobi(new Date(transaction.at), compactPattern),
    TransAmount: transaction.amount.toFixed(2),
    BusinessShortCode: transaction.payee,
    BillRefNumber: transaction.reference,
    InvoiceNumber: '',
    OrgAccountBalance: world.accounts.balance(ourAccount('collection')).toFixed(2),
    ThirdPartyTransID: '',
    MSISDN: `${transaction.payer.slice(0, 5)}****${transaction.payer.slice(-3)}`,
    FirstName: first,
    MiddleName: middle,
    LastName: last,
  };
}

function reply(world: World, description: string): C2bReply {
  return {
    OriginatorCoversationID: createOriginatorConversationId(world.clock()),
    ResponseCode: '0',
    ResponseDescription: description,
  };
}
