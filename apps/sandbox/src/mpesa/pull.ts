import { formatNairobi, parseNairobi } from '@zawadi/mpesa/nairobi-time';
import { pullQueryRequestSchema, pullRegisterRequestSchema } from '@zawadi/mpesa/wire/pull';
import type { PulledTransactionBody, PullQueryReply, PullRegisterReply } from '@zawadi/mpesa/wire/pull';
import { organisationName, sandboxCredentials } from '../credentials.ts';
import type { World } from '../world.ts';
import { invalidField } from './daraja-error.ts';
import { createOriginatorConversationId } from './ids.ts';
import type { SandboxTransaction } from './transactions.ts';
import { readRequest } from './read-request.ts';

const hourMs = 3_600_000;
const reachMs = 48 * hourMs;
const pageSize = 100;
/** The sample ends in Z, although Daraja's times are Nairobi time. */
const TIME_PATTERN = 'yyyy-MM-ddTHH:mm:ssZ';

export function registerPull(world: World, body: unknown): PullRegisterReply {
  const request = readRequest(pullRegisterRequestSchema, body);
  if (request.ShortCode !== sandboxCredentials.shortCode) throw invalidField('ShortCode');
  const insert = 'INSERT OR IGNORE INTO pull_registrations (short_code) VALUES (?)';
  const isNew = world.database.run(insert, request.ShortCode).changes === 1;
  return {
    ResponseRefID: createOriginatorConversationId(world.clock()),
    ResponseStatus: isNew ? '1000' : '1001',
    ShortCode: request.ShortCode,
    ResponseDescription: isNew ? 'Shortcode Registered Successfully' : 'ShortCode already Registered',
  };
}

/** Returns one page of the customer payments of the last 48 hours, oldest first. */
export function pullTransactions(world: World, body: unknown): PullQueryReply {
  const request = readRequest(pullQueryRequestSchema, body);
  const registered = 'SELECT 1 AS found FROM pull_registrations WHERE short_code = ?';
  if (world.database.one(registered, request.ShortCode) === undefined) throw invalidField('ShortCode');
  const from = parseNairobi(request.StartDate);
  const to = parseNairobi(request.EndDate);
  if (from === undefined) throw invalidField('StartDate');
  if (to === undefined) throw invalidField('EndDate');

  const rows = world.database.all<SandboxTransaction>(
    `SELECT * FROM transactions WHERE kind IN ('stk', 'c2b') AND at BETWEEN ? AND ?
     ORDER BY at, receipt LIMIT ? OFFSET ?`,
    Math.max(from.getTime(), world.clock().getTime() - reachMs),
    // The request has whole seconds; the last second counts in full.
    to.getTime() + 999,
    pageSize,
    Number(request.OffSetValue),
  );
  return {
    ResponseRefID: createOriginatorConversationId(world.clock()),
    ResponseCode: rows.length > 0 ? '1000' : '1001',
    ResponseMessage: rows.length > 0 ? 'Success' : 'No transactions',
    Response: [rows.map(pulled)],
  };
}

function pulled(transaction: SandboxTransaction): PulledTransactionBody {
  return {
    transactionId: transaction.receipt,
    trxDate: formatNairobi(new Date(transaction.at), TIME_PATTERN),
    msisdn: Number(transaction.payer),
    sender: 'MPESA',
    transactiontype: 'c2b-pay-bill-debit',
    billreference: transaction.reference,
    amount: transaction.amount.toFixed(2),
    organizationname: organisationName,
  };
}
