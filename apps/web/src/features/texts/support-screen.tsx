import { Link } from '@tanstack/react-router';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { TextPage } from './text-page.tsx';

export function SupportScreen() {
  return (
    <TextPage title={say('Support')}>
      <h2>{say('No prompt came to my phone')}</h2>
      <p>
        <RichText text="Check that the phone is on, unlocked and has network, and that no other M-PESA prompt is open on it. M-PESA refuses the same amount to the same phone twice within 2 minutes; wait a moment and try again." />
      </p>
      <h2>{say('I paid, but the gift still says Pending')}</h2>
      <p>
        <RichText text="Do not pay again. Open the gift and press <b>Fetch Payment</b>: if M-PESA took your money, the gift is completed. Still pending after an hour? Send us the reference." />
      </p>
      <h2>{say('I forgot my password')}</h2>
      <p>
        <RichText
          text="<link>Ask for a reset code</link> with your email address. Merchants ask for <theirs>a code</theirs> with merchant code and email address."
          link={<Link to="/forgot-password" />}
          theirs={<Link to="/merchant/forgot-password" />}
        />
      </p>
      <h2>{say('My gift says it was sent to someone else')}</h2>
      <p>
        <RichText
          text="To add a gift to your wallet, you need the phone number or email it was sent to, verified on your <link>profile</link>. You can always spend it with its code."
          link={<Link to="/dashboard/profile" />}
        />
      </p>
      <h2>{say('Write to us')}</h2>
      <p>
        <RichText
          text="{address}. Tell us the reference on your screen; never your password, your PIN or the code of a voucher."
          address={<a href="mailto:support@zawadi.test">support@zawadi.test</a>}
        />
      </p>
    </TextPage>
  );
}
