import { paths } from '@zawadi/mpesa/wire/paths';
import {
  accountReferenceLength,
  stkPushRequestSchema,
  stkQueryRequestSchema,
  transactionDescLength,
} from '@zawadi/mpesa/wire/stk';
import type { StkPushReply, StkQueryReply } from '@zawadi/mpesa/wire/stk';
import { sandboxCredentials } from '../credentials.ts';
import { beforeReplyTimeoutMs } from '../world.ts';
import type { World } from '../world.ts';
import { DarajaError, invalidField } from './daraja-error.ts';
import { createCheckoutRequestId, createMerchantRequestId } from './ids.ts';
import { endPrompt, findPrompt, openPrompts } from './prompts.ts';
import { readRequest } from './read-request.ts';
import { refuseBeforePrompt } from './refuse-prompt.ts';
import { shillings } from './wording.ts';

const accepted = 'Success. Request accepted for processing';

/** M-PESA Express: puts a prompt on a phone. */
export async function receiveStkPush(world: World, body: unknown): Promise<StkPushReply> {
  const request = readRequest(stkPushRequestSchema, body);
  checkBusiness(request);
  if (world.behaviour.inForce().strict) {
    if (request.AccountReference.length > accountReferenceLength) throw invalidField('AccountReference');
    if (request.TransactionDesc.length > transactionDescLength) throw invalidField('TransactionDesc');
  }
  if (openPrompts(world, request.PhoneNumber).length > 0) {
    throw new DarajaError(
      500,
      '500.001.1001',
      'Unable to lock subscriber, a transaction is already in process for the current subscriber',
    );
  }
  const ids = createPrompt(world, request);
  const { callback } = world.behaviour.inForce();
  if (callback.beforeReply && !callback.drop) {
    await world.callbacks.waitForDelivery(ids.CheckoutRequestID, beforeReplyTimeoutMs);
  }
  return { ...ids, ResponseCode: '0', ResponseDescription: accepted, CustomerMessage: accepted };
}

function createPrompt(world: World, request: ReturnType<typeof stkPushRequestSchema.parse>) {
  const { database, behaviour, tasks, events } = world;
  const now = world.clock();
  const { autoAnswer, answerDelayMs, promptLifetimeMs } = behaviour.inForce();
  const checkoutRequestId = freeCheckoutRequestId(world, now, request.PhoneNumber);
  const merchantRequestId = createMerchantRequestId();
  const detail = `KES ${shillings(request.Amount)} · ${request.AccountReference}`;
  const refusal = refuseBeforePrompt(world, {
    msisdn: request.PhoneNumber,
    amount: request.Amount,
    accountReference: request.AccountReference,
    partyB: request.PartyB,
    transactionType: request.TransactionType,
  });
  const forced = behaviour.take('endWith', paths.stkPush)?.resultCode;

  database.transaction(() => {
    world.accounts.outsider(request.PhoneNumber);
    world.accounts.touch(request.PhoneNumber);
    database.run(
      `INSERT INTO prompts (checkout_request_id, merchant_request_id, msisdn, amount, account_reference,
         short_code, callback_url, at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      checkoutRequestId,
      merchantRequestId,
      request.PhoneNumber,
      request.Amount,
      request.AccountReference,
      request.BusinessShortCode,
      request.CallBackURL,
      now.getTime(),
      now.getTime() + promptLifetimeMs,
    );
    const ending = forced ?? refusal;
    if (ending !== undefined) {
      endPrompt(world, checkoutRequestId, { resultCode: ending }, world.processingMs);
      return;
    }
    events.record('STK prompt shown', detail);
    tasks.schedule('expire-prompt', checkoutRequestId, promptLifetimeMs);
    if (autoAnswer === 'approve' || autoAnswer === 'cancel') {
      const subject = `${checkoutRequestId} ${autoAnswer}`;
      tasks.schedule('answer-prompt', subject, Math.max(answerDelayMs, world.processingMs));
    }
  });
  return { MerchantRequestID: merchantRequestId, CheckoutRequestID: checkoutRequestId };
}

/** The id contains only phone and time. If the id of this millisecond is taken, the next millisecond is used. */
function freeCheckoutRequestId(world: World, now: Date, msisdn: string): string {
  const id = createCheckoutRequestId(now, msisdn);
  if (findPrompt(world, id) === undefined) return id;
  return freeCheckoutRequestId(world, new Date(now.getTime() + 1), msisdn);
}

const autoPin = '1234';

/** Answers prompts if `autoAnswer` is set, and expires unanswered prompts. */
export function handlePromptTasks(world: World): void {
  world.tasks.handle('expire-prompt', (id) => void endPrompt(world, id, { resultCode: '1019' }));
  world.tasks.handle('answer-prompt', (subject) => {
    const [id = '', answer = ''] = subject.split(' ');
    endPrompt(world, id, answer === 'approve' ? { pin: autoPin } : { cancel: true });
  });
}

/** Age of a prompt up to which a query answers with the "being processed" error; later it answers 4999. */
const freshMs = 10_000;

/**
 * Returns the outcome of a prompt. An open prompt has two answers, both seen in production: first an error, later
 * ResultCode 4999.
 */
export function receiveStkQuery(world: World, body: unknown): StkQueryReply {
  const request = readRequest(stkQueryRequestSchema, body);
  checkBusiness(request);
  const prompt = findPrompt(world, request.CheckoutRequestID);
  if (prompt === undefined) throw invalidField('CheckoutRequestID');
  if (prompt.result_code === null) {
    if (world.clock().getTime() - prompt.at < freshMs) {
      throw new DarajaError(500, '500.001.1001', 'The transaction is being processed');
    }
    return { ResultCode: '4999', ResultDesc: 'The transaction is still under processing' };
  }
  return {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successfully',
    MerchantRequestID: prompt.merchant_request_id,
    CheckoutRequestID: prompt.checkout_request_id,
    ResultCode: prompt.result_code,
    ResultDesc: prompt.result_desc ?? '',
  };
}

/**
 * @throws DarajaError if the short code is unknown, or if Password is not derived from short code, passkey and
 * Timestamp
 */
function checkBusiness(request: { BusinessShortCode: string; Password: string; Timestamp: string }): void {
  const { shortCode, passkey } = sandboxCredentials;
  if (request.BusinessShortCode !== shortCode) {
    throw new DarajaError(500, '500.001.1001', 'Merchant does not exist');
  }
  const expected = Buffer.from(`${shortCode}${passkey}${request.Timestamp}`).toString('base64');
  if (request.Password !== expected) {
    throw new DarajaError(500, '500.001.1001', '[MerchantValidate] - Wrong credentials');
  }
}
