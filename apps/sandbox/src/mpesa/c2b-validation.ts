import { z } from 'zod';
import { looseText } from '@zawadi/mpesa/wire/fields';
import type { World } from '../world.ts';
import type { ReceiverAnswer } from './callbacks.ts';
import { canPayBill, describePayBill, payBill, payBillBody, registeredUrls } from './pay-bill.ts';
import type { PayBillPayment } from './pay-bill.ts';

/** v3/CustomerToBusinessRegisterURL: the receiver must answer a validation within about eight seconds. */
const answerTimeoutMs = 8_000;

/** ResultCode 0 accepts the payment; C2B00011 to C2B00016 refuse the payment. */
const validationAnswerSchema = z.object({ ResultCode: looseText, ThirdPartyTransID: looseText.nullish() });

type Verdict = { isAllowed: boolean; thirdPartyId?: string; why: string };

/**
 * Schedules the validation and the payment. The client that simulates the payment gets its reply first, as with M-PESA.
 */
export function validateThenPay(world: World, payment: PayBillPayment): void {
  world.tasks.schedule('validate-pay-bill-payment', JSON.stringify(payment), world.processingMs);
}

export function handleValidationTasks(world: World): void {
  world.tasks.handle('validate-pay-bill-payment', (subject) => validate(world, readPayment(subject)));
}

/** Parses the subject that `validateThenPay` wrote. */
function readPayment(subject: string): PayBillPayment {
  return JSON.parse(subject) as PayBillPayment;
}

async function validate(world: World, payment: PayBillPayment): Promise<void> {
  const urls = registeredUrls(world);
  if (urls === undefined) {
    payBill(world, payment);
    return;
  }
  const answer = await world.callbacks.ask(urls.validation_url, payBillBody(world, payment), answerTimeoutMs);
  if (answer.kind === 'stopped') return;
  const verdict = readVerdict(answer, urls.response_type);
  world.events.record('Pay bill validated', `${payment.receipt} · ${verdict.why}`);
  if (verdict.isAllowed && canPayBill(world, payment)) payBill(world, payment, verdict.thirdPartyId);
  else world.events.record('Pay bill refused', describePayBill(payment));
}

/** Reads the receiver's decision. Without a readable answer, the registered ResponseType decides. */
function readVerdict(answer: Exclude<ReceiverAnswer, { kind: 'stopped' }>, responseType: string): Verdict {
  const isAllowed = responseType === 'Completed';
  if (answer.kind === 'unreachable') return { isAllowed, why: `${answer.problem}: ${responseType}` };
  const parsed = answer.status === 200 ? validationAnswerSchema.safeParse(readJson(answer.text)) : undefined;
  if (!parsed?.success) return { isAllowed, why: `unreadable, answered ${answer.status}: ${responseType}` };
  const { ResultCode: code, ThirdPartyTransID: thirdPartyId } = parsed.data;
  return { isAllowed: code === '0', thirdPartyId: thirdPartyId ?? '', why: `ResultCode ${code}` };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
