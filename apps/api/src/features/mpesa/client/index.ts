export {
  findCallbacks,
  type FoundCallback,
  newCallbackToken,
  noteCallback,
  openCallback,
} from './callback-tokens-store.ts';
export type { CallbackAddress, CallbackPurpose } from './callback-tokens-store.ts';
export { pause, circuitOpenSeconds, requireClosedCircuit, resume } from './circuit-breaker-store.ts';
export type { Pausable } from './circuit-breaker-store.ts';
export { createConfiguredClient } from './create-client.ts';
export { canPull, hasSeparateShortCodes, type PaymentDeps } from './payment-deps.ts';
export { createSimSwapReader, type ReadSimSwap } from './query-sim-swap.ts';
