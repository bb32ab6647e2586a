import { Link } from '@tanstack/react-router';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { TextPage } from './text-page.tsx';

export function PrivacyScreen() {
  return (
    <TextPage title={say('Privacy notice')}>
      <h2>{say('What we keep')}</h2>
      <p>
        <RichText text="Your name, email address and phone number; the gifts you send and receive with their messages; your payments and withdrawals with the receipts of M-PESA; and the devices you are signed in on." />
      </p>
      <h2>{say('Why')}</h2>
      <p>
        {say(
          'We need this to deliver gifts, to move money to the right person, to show you your history and to protect you from fraud. The law also asks anyone who moves money to keep records of it.',
        )}
      </p>
      <h2>{say('Who sees it')}</h2>
      <p>
        {say(
          'The recipient of a gift sees your name and message. Safaricom sees the number and the amount of a payment, never your message. A merchant sees what a voucher is worth, not who bought it. We sell nothing to anybody.',
        )}
      </p>
      <h2>{say('On this device')}</h2>
      <p>
        {say(
          'We store your sign-in, your language and your choice of light or dark. We also store your last known balance, the gifts you asked to keep here, and whether you want to install the app. One cookie remembers the width of the menu. Logging out wipes the sign-in, the balance and the gifts. There are no trackers.',
        )}
      </p>
      <h2>{say('Your rights')}</h2>
      <p>
        <RichText
          text="Under the Data Protection Act you may ask what we keep and have it corrected. We erase it on request, unless the law makes us keep it. Write to <link>support</link>."
          link={<Link to="/support" />}
        />
      </p>
    </TextPage>
  );
}
