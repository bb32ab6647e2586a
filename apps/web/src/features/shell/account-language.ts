import { updateProfile } from '@zawadi/contract/users-profile';
import { call } from '../../api/call.ts';
import type { Language } from '../../i18n/languages.ts';

/** Keeps a language on the account, so that messages come in it and other devices follow. */
export function keepOnAccount(language: Language): void {
  // The screen has changed already; an account that could not be told is told with the next choice.
  void call(updateProfile, { body: { language } }).catch(() => undefined);
}
