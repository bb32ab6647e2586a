import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import { say } from '../../../i18n/say.ts';
import { firstNameOf } from '../../../ui/first-name.ts';
import './thanks-ticket.css';

/** The recipient's thanks to the giver, on the cloth of the gift; nothing before the recipient says thanks. */
export function ThanksTicket({ gift }: { gift: Pick<SentGift, 'thanks' | 'cloth' | 'recipientName'> }) {
  const { thanks, cloth, recipientName } = gift;
  if (thanks === undefined) return null;
  return (
    <figure
      className="thanks-ticket"
      data-cloth={cloth}
      aria-label={say('{name} said thanks', { name: firstNameOf(recipientName) })}
    >
      <blockquote>“{thanks.message}”</blockquote>
      <figcaption>{say('from {name}', { name: recipientName })}</figcaption>
    </figure>
  );
}
