import type { CallOutcome } from '../call-outcome.ts';
import { callbackUrl } from '../client-context.ts';
import type { ClientContext } from '../client-context.ts';
import { dashedPattern, formatNairobi, parseNairobi } from '../nairobi-time.ts';
import { paths } from '../wire/paths.ts';
import { pullQueryReplySchema, pullRegisterReplySchema } from '../wire/pull.ts';
import type { PulledTransactionBody, PullQueryRequest, PullRegisterRequest } from '../wire/pull.ts';
import { readShillings } from '../wire-amounts.ts';

export type PulledTransaction = {
  receipt: string;
  amountShillings: number | undefined;
  billReference: string;
  /** The payer's phone number, which may be masked. */
  msisdn: string;
  completedAt: Date | undefined;
};

const found = '1000';
const none = '1001';

/** Registers the organisation for pulling (v3/PullTransaction). Registering again is harmless. */
export async function registerPull(
  context: ClientContext,
  input: { nominatedMsisdn: string; callbackToken: string },
): Promise<CallOutcome<{ description: string }>> {
  const { options } = context;
  const body: PullRegisterRequest = {
    ShortCode: options.shortCode,
    RequestType: 'Pull',
    NominatedNumber: input.nominatedMsisdn,
    CallBackURL: callbackUrl(options, input.callbackToken),
  };
  const answer = await context.call({
    path: paths.pullRegister,
    body,
    replySchema: pullRegisterReplySchema,
    isAccepted: (reply) => [found, none].includes(reply.ResponseStatus),
  });
  if (answer.outcome !== 'accepted') return answer;
  return { outcome: 'accepted', description: answer.reply.ResponseDescription };
}

/**
 * Reads one page of the customer payments of the last 48 hours, oldest first (v3/PullTransaction).
 * @param input.offset number of rows to skip; repeat with offset + received rows until no rows are returned
 */
export async function queryPull(
  context: ClientContext,
  input: { from: Date; to: Date; offset: number },
): Promise<CallOutcome<{ transactions: PulledTransaction[] }>> {
  const body: PullQueryRequest = {
    ShortCode: context.options.shortCode,
    StartDate: formatNairobi(input.from, dashedPattern),
    EndDate: formatNairobi(input.to, dashedPattern),
    OffSetValue: String(input.offset),
  };
  const answer = await context.call({
    path: paths.pullQuery,
    body,
    replySchema: pullQueryReplySchema,
    isAccepted: (reply) => [found, none].includes(reply.ResponseCode),
  });
  if (answer.outcome !== 'accepted') return answer;
  return { outcome: 'accepted', transactions: answer.reply.Response.map(readTransaction) };
}

function readTransaction(row: PulledTransactionBody): PulledTransaction {
  return {
    receipt: row.transactionId.trim().toUpperCase(),
    amountShillings: readShillings(row.amount),
    billReference: String(row.billreference ?? '').trim(),
    msisdn: String(row.msisdn ?? ''),
    completedAt: parseNairobi(row.trxDate),
  };
}
