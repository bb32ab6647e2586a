import type { UssdLimits } from '@zawadi/contract';
import { Refusal } from '../../../platform/refusal.ts';
import { atMost, countAttemptsIn } from '../../people/sessions/index.ts';
import type { Call } from './call.ts';

const HOUR_SECONDS = 3_600;

/** Counter of the claims, withdrawals and purchases that a number confirms, refused ones too. */
export const confirmationsOf = (
  msisdn: string,
  { confirmationsPerHour }: Pick<UssdLimits, 'confirmationsPerHour'>,
) => [{ words: ['ussd-confirmation', msisdn], rule: atMost(confirmationsPerHour, HOUR_SECONDS) }];

/** Thrown when a confirmed step is refused. The rollback loses its count, so it is counted again. */
export class ConfirmedRefusal extends Error {
  override readonly name = 'ConfirmedRefusal';
  readonly refusal: Refusal;
  readonly isPurchase: boolean;

  constructor(refusal: Refusal, isPurchase: boolean) {
    super(refusal.code);
    this.refusal = refusal;
    this.isPurchase = isPurchase;
  }
}

/**
 * Counts a confirmed claim, withdrawal or purchase, and runs it.
 * @throws Refusal `too_many_requests`
 * @throws ConfirmedRefusal with the refusal of `act`
 */
export async function runConfirmed<Result>(
  { tx, deps, msisdn, ussdLimits }: Pick<Call, 'tx' | 'deps' | 'msisdn' | 'ussdLimits'>,
  act: () => Promise<Result>,
  { isPurchase = false }: { isPurchase?: boolean } = {},
): Promise<Result> {
  const waitSeconds = await countAttemptsIn(tx, deps.keys, confirmationsOf(msisdn, ussdLimits));
  if (waitSeconds > 0) throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  try {
    return await act();
  } catch (error) {
    throw error instanceof Refusal ? new ConfirmedRefusal(error, isPurchase) : error;
  }
}
