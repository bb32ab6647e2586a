import { isNoAnswer, sentenceOf } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { toast } from '../../ui/toast.tsx';

/** Shows the single message for a failed sign-in, which does not say why. */
export function loginFailed(error: unknown): void {
  // Without a network, the server did not check the password, so do not call it wrong.
  if (isNoAnswer(error)) return toast.error(sentenceOf(error));
  toast.error(
    sentenceOf(error, say('Login failed. Please check your credentials and try again.')),
    say('If you forgot your password, please reset it.'),
  );
}
