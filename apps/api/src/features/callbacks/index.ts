export { findCallback, openCallback, type CallbackAddress, type CallbackPurpose } from './store.ts';
export { newCallbackToken } from './new-callback-token.ts';
