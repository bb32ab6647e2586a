export { findHook, openHook, type Hook, type HookPurpose } from './store.ts';
export { newHookToken } from './new-hook-token.ts';
