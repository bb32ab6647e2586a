import { isNoAnswer, sentenceOf } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { toast } from '../../ui/toast.tsx';

/** The one answer to a sign-in that did not work; what was typed stays in the form. */
export function loginFailed(error: unknown): void {
  // Without a network nothing is known about the password.
  if (isNoAnswer(error)) return toast.error(sentenceOf(error));
  toast.error(
    sentenceOf(error, say('Login failed. Please check your credentials and try again.')),
    say('If you forgot your password, please reset it.'),
  );
}
