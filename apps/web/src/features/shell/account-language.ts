import { updateProfile } from '@zawadi/contract/users-profile';
import { call } from '../../api/call.ts';
import type { Language } from '../../i18n/languages.ts';

/** Stores a language on the account, so that messages use it and other devices follow. */
export function keepOnAccount(language: Language): void {
  // The screen has changed already; if this call fails, the next choice stores the language.
  void call(updateProfile, { body: { language } }).catch(() => undefined);
}
