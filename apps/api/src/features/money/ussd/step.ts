import type { Call, Shown } from './call.ts';
import { askPin, withPin, type Proven } from './pin.ts';
import type { SessionData } from './store.ts';
import { payOutOf } from './wallet-withdraw.ts';

/** Where an input leads: to a step, or to the last screen. */
export type Move = { to: StepName; data?: SessionData } | Shown;

export type Step = {
  /** Step to which `0` returns. `00` returns to `home`. */
  back?: StepName;
  show: (call: Call, data: SessionData) => Shown | Promise<Shown>;
  /** Options that only lead to another step. */
  options?: Record<string, StepName>;
  /** Takes any other input. Undefined means that the input is no option, and the screen is shown again. */
  take?: (call: Call, data: SessionData, input: string) => Move | undefined | Promise<Move | undefined>;
};

export type StepName =
  | 'language'
  | 'resume'
  | 'home'
  | 'settings'
  | 'help'
  | 'gifts'
  | 'gift'
  | 'first-name'
  | 'last-name'
  | 'terms'
  | 'number'
  | 'numbered-gift'
  | 'gift-code'
  | 'wallet'
  | 'balance'
  | 'movements'
  | 'amount'
  | 'withdraw'
  | 'buy-number'
  | 'buy-name'
  | 'buy-amount'
  | 'buy-message'
  | 'buy-pay'
  | 'buy-from-wallet'
  | 'thanks'
  | 'pin';

/** A step that takes the PIN, or a new one, as the last input of the session. */
export function pinStep(
  name: StepName,
  back: StepName,
  act: (call: Call, data: SessionData, proven: Proven) => Promise<Shown>,
): Step {
  return {
    back,
    show: async (call, { isWrong, ...data }) => ({
      ...(await askPin(call, { isWrong, payOut: payOutOf(call, data) })),
      data,
    }),
    take: async (call, data, input) => {
      const shown = await withPin(call, input, (proven) => act(call, data, proven));
      return shown === 'refused' ? { to: name, data: { ...data, isWrong: true } } : shown;
    },
  };
}
