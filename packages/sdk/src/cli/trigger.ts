import { createZawadi, type Zawadi } from '../create-zawadi.ts';
import type { ZawadiEventType } from '../events.ts';
import type { ZawadiSettings } from '../settings.ts';
import { UsageMistake } from './addresses.ts';
import { withoutControls } from './reason-of.ts';

/** @returns the result of the trigger, in one line */
type Cause = (zawadi: Zawadi, signal: AbortSignal) => Promise<string>;

const redeemed: Cause = async (zawadi, signal) => {
  const { id, code, amount } = await zawadi.sandbox.createVoucher({}, { signal });
  const { redemption } = await zawadi.vouchers.redeem(code, { amount }, { signal });
  return `Test voucher ${id} of KES ${amount} was made and redeemed: redemption ${redemption.id}.`;
};

const holdOf = async (zawadi: Zawadi, signal: AbortSignal) => {
  const { code } = await zawadi.sandbox.createVoucher({}, { signal });
  return zawadi.vouchers.hold(code, { amount: 'all' }, { signal });
};

const held: Cause = async (zawadi, signal) => {
  const { id, amount } = await holdOf(zawadi, signal);
  return `KES ${amount} of a test voucher are held: hold ${id}.`;
};

const captured: Cause = async (zawadi, signal) => {
  const reserved = await holdOf(zawadi, signal);
  const { id } = await zawadi.holds.capture(reserved.id, { amount: 'all' }, { signal });
  return `A hold of a test voucher was captured: hold ${id}.`;
};

const released: Cause = async (zawadi, signal) => {
  const { id } = await zawadi.holds.release((await holdOf(zawadi, signal)).id, { signal });
  return `A hold of a test voucher was released: hold ${id}.`;
};

/** Sends an event with made-up values, because a real one needs a nightly settlement or M-PESA. */
const sampled = (type: ZawadiEventType): Cause => {
  return async (zawadi, signal) => {
    const { id } = await zawadi.sandbox.sendEvent(type, { signal });
    return `A ${type} with made-up values is on its way: event ${id}.`;
  };
};

const CAUSES: Record<ZawadiEventType, Cause> = {
  'voucher.created': async (zawadi, signal) => {
    const { id, code, amount } = await zawadi.sandbox.createVoucher({}, { signal });
    return `Test voucher ${id} of KES ${amount} was made: ${code}.`;
  },
  'voucher.redeemed': redeemed,
  'voucher.voided': async (zawadi, signal) => {
    const { id, amount } = await zawadi.sandbox.createVoucher({}, { signal });
    await zawadi.vouchers.void(id, {}, { signal });
    return `Test voucher ${id} of KES ${amount} was made and voided.`;
  },
  'voucher.held': held,
  'voucher.hold_captured': captured,
  'voucher.hold_released': released,
  'transaction.completed': redeemed,
  'settlement.processed': sampled('settlement.processed'),
  'payment.failed': sampled('payment.failed'),
  'webhook.test': sampled('webhook.test'),
};

export const TRIGGERS = Object.keys(CAUSES);

/**
 * Triggers an event of a type in Zawadi's sandbox mode, by a real action where possible.
 * @throws UsageMistake, ZawadiRefusal, ZawadiConnectionError
 */
export async function trigger(
  settings: ZawadiSettings,
  { type = '', signal }: { type: string | undefined; signal: AbortSignal },
): Promise<void> {
  const cause = new Map<string, Cause>(Object.entries(CAUSES)).get(type);
  if (!cause) throw new UsageMistake(`Name one of these events: ${TRIGGERS.join(', ')}.`);
  console.log(withoutControls(await cause(createZawadi(settings), signal)));
}
