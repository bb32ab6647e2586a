import { Link } from '@tanstack/react-router';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { TextPage } from './text-page.tsx';

export function TermsScreen() {
  return (
    <TextPage title={say('Terms and conditions')}>
      <h2>{say('Your account')}</h2>
      <p>
        <RichText text="You need an email address and a Kenyan mobile number of your own. Keep your password and the codes we send you to yourself; no one at Zawadi ever asks for them, or for your M-PESA PIN." />
      </p>
      <h2>{say('Buying a gift')}</h2>
      <p>
        <RichText text="You pay by M-PESA. Before you confirm, you see the fee and what the recipient gets. Nothing is charged until you enter your PIN. If a payment fails or is canceled, you are not charged." />
      </p>
      <h2>{say('The voucher')}</h2>
      <p>
        {say(
          'You can spend a voucher at any active merchant, in whole or in part, until the end of the day printed on it. Anyone who has the code can spend it, so treat it like cash. Its recipient may instead add the rest to their wallet.',
        )}
      </p>
      <h2>{say('Your wallet')}</h2>
      <p>
        <RichText text="Money in your wallet is yours. You can withdraw it to M-PESA within the limits shown on the page. You see the fee before you confirm. If a withdrawal fails, the money returns to your wallet. For your safety, after a new number or password we may ask for an extra code or a day of waiting." />
      </p>
      <h2>{say('When something goes wrong')}</h2>
      <p>
        <RichText
          text="Tell us through <link>support</link>. We may freeze an account that is used for fraud while we find out what happened; payments already on their way are finished."
          link={<Link to="/support" />}
        />
      </p>
      <p className="muted small">{say('The law of Kenya applies.')}</p>
    </TextPage>
  );
}
