import { compactPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';
import type { StkCallbackBody } from '@zawadi/mpesa/wire/stk';
import { ourAccount } from '../store/accounts.ts';
import type { World } from '../world.ts';
import { moveMoney } from './transactions.ts';
import type { SandboxTransaction } from './transactions.ts';
import { stkResultWords } from './result-words.ts';
import { paidMessage, shillings, shortOfMoneyMessage, wrongPinMessage } from './wording.ts';

export type PromptRow = {
  checkout_request_id: string;
  merchant_request_id: string;
  msisdn: string;
  amount: number;
  account_reference: string;
  short_code: string;
  callback_url: string;
  result_code: string | null;
  result_desc: string | null;
  at: number;
  expires_at: number;
};

export type PromptAnswer = { pin: string } | { cancel: true } | { resultCode: string };

/** Any other four-digit PIN pays. */
export const WRONG_PIN = '0000';

const endings = new Map([
  ['0', 'Prompt paid'],
  ['1', 'Not enough money'],
  ['1019', 'Prompt expired'],
  ['1032', 'Prompt cancelled'],
  ['2001', 'Wrong PIN'],
]);

export function findPrompt(world: World, checkoutRequestId: string): PromptRow | undefined {
  return world.database.one<PromptRow>(
    'SELECT * FROM prompts WHERE checkout_request_id = ?',
    checkoutRequestId,
  );
}

export function openPrompts(world: World, msisdn: string): PromptRow[] {
  const sql = 'SELECT * FROM prompts WHERE msisdn = ? AND result_code IS NULL ORDER BY at';
  return world.database.all<PromptRow>(sql, msisdn);
}

/**
 * Ends a prompt: moves the money, notifies the customer and queues the callback, all in one commit.
 *
 * @param leastDelayMs keeps the callback from overtaking the reply to the push
 * @returns the ResultCode, or undefined if the prompt is unknown or has already ended
 */
export function endPrompt(
  world: World,
  checkoutRequestId: string,
  answer: PromptAnswer,
  leastDelayMs = 0,
): string | undefined {
  return world.database.transaction(() => {
    const prompt = findPrompt(world, checkoutRequestId);
    if (prompt === undefined || prompt.result_code !== null) return undefined;
    const resultCode = decide(world, prompt, answer);
    const resultDesc = stkResultWords(resultCode);
    const paid = resultCode === '0' ? pay(world, prompt) : undefined;
    if (resultCode === '1') world.inboxes.addMessage(prompt.msisdn, 'MPESA', shortOfMoneyMessage);
    if (resultCode === '2001') world.inboxes.addMessage(prompt.msisdn, 'MPESA', wrongPinMessage);
    world.database.run(
      'UPDATE prompts SET result_code = ?, result_desc = ? WHERE checkout_request_id = ?',
      resultCode,
      resultDesc,
      checkoutRequestId,
    );
    const callbackId = world.callbacks.schedule({
      subject: checkoutRequestId,
      url: prompt.callback_url,
      body: callbackBody(prompt, resultCode, resultDesc, paid),
      leastDelayMs,
    });
    const title = endings.get(resultCode) ?? `Prompt ended with ${resultCode}`;
    world.events.record(title, `${prompt.msisdn} · KES ${shillings(prompt.amount)}`, callbackId);
    return resultCode;
  });
}

function decide(world: World, prompt: PromptRow, answer: PromptAnswer): string {
  if ('resultCode' in answer) return answer.resultCode;
  if ('cancel' in answer) return '1032';
  if (answer.pin === WRONG_PIN) return '2001';
  return world.accounts.balance(world.accounts.outsider(prompt.msisdn)) < prompt.amount ? '1' : '0';
}

function pay(world: World, prompt: PromptRow): SandboxTransaction {
  const payer = world.accounts.outsider(prompt.msisdn);
  const transaction = moveMoney(world, {
    kind: 'stk',
    from: payer,
    to: ourAccount('collection'),
    amount: prompt.amount,
    reference: prompt.account_reference,
  });
  const message = paidMessage({ ...transaction, balance: world.accounts.balance(payer) }, world.clock());
  world.inboxes.addMessage(prompt.msisdn, 'MPESA', message);
  return transaction;
}

/** Builds the body as M-PESA sends it in production: numeric values are not quoted, and Balance has no Value. */
function callbackBody(
  prompt: PromptRow,
  resultCode: string,
  resultDesc: string,
  paid: SandboxTransaction | undefined,
): StkCallbackBody {
  const items = paid && [
    { Name: 'Amount', Value: paid.amount },
    { Name: 'MpesaReceiptNumber', Value: paid.receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(formatNairobi(new Date(paid.at), compactPattern)) },
    { Name: 'PhoneNumber', Value: Number(prompt.msisdn) },
  ];
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: prompt.merchant_request_id,
        CheckoutRequestID: prompt.checkout_request_id,
        ResultCode: wireCode(resultCode),
        ResultDesc: resultDesc,
        ...(items ? { CallbackMetadata: { Item: items } } : {}),
      },
    },
  };
}

/** Sends the ResultCode as a number wherever it is numeric. */
export function wireCode(resultCode: string): number | string {
  return /^\d+$/.test(resultCode) ? Number(resultCode) : resultCode;
}
