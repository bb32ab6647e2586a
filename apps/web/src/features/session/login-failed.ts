import { isNoAnswer, sentenceOf } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { toast } from '../../ui/toast.tsx';

/** Shows the one message for a failed sign-in; the form keeps its typed values. */
export function loginFailed(error: unknown): void {
  // Without a network the password was not checked, so do not blame it.
  if (isNoAnswer(error)) return toast.error(sentenceOf(error));
  toast.error(
    sentenceOf(error, say('Login failed. Please check your credentials and try again.')),
    say('If you forgot your password, please reset it.'),
  );
}
