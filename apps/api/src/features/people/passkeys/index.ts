export { firstPasskey } from './create-passkey.ts';
export { addPasskey, listPasskeys, removePasskey, renamePasskey, startPasskey } from './own-passkeys.ts';
export { passkeyOf, passkeySignInOptions, secondFactorOrPasskeyOf, signInByPasskey } from './sign-in.ts';
export { deleteExpiredChallenges, forgetPasskeys, forgetPasskeysOfMerchant } from './store.ts';
