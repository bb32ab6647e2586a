import { updateProfile } from '@zawadi/contract/users-profile';
import { call } from '../../api/call.ts';
import type { Language } from '../../i18n/languages.ts';

/** Stores a language on the account, so that messages and the person's other devices use it. */
export function keepOnAccount(language: Language): void {
  // The screen has already changed. If this call fails, the next choice of a language stores it.
  void call(updateProfile, { body: { language } }).catch(() => undefined);
}
