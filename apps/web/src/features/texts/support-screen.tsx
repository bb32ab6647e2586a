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
        <RichText text="Open the gift and press <b>Fetch Payment</b>. If M-PESA took your money it arrives without paying again; if it does not arrive, M-PESA never took it." />
      </p>
      <h2>{say('I forgot my password')}</h2>
      <p>
        <RichText
          text="<link>Ask for a reset code</link> with your email address, or <shop>with your merchant code</shop>."
          link={<Link to="/forgot-password" />}
          shop={<Link to="/merchant/forgot-password" />}
        />
      </p>
      <h2>{say('My gift says it was sent to someone else')}</h2>
      <p>
        <RichText
          text="Only the owner of the verified phone number or email address it was sent to can add a gift to their wallet. Verify yours on your <link>profile</link>. You can spend it by its code in any case."
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
