import { Link } from '@tanstack/react-router';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { FreezeHere, SupportContacts } from './support-contacts.tsx';
import { TextPage } from './text-page.tsx';

/** Leads with the freeze for a stolen phone, then contacts of the operator and ten common questions. */
export function SupportScreen() {
  return (
    <TextPage title={say('Support')}>
      <FreezeHere />
      <SupportContacts />
      <p>
        <a href="/status">{say('What works now')}</a>
      </p>
      <PhoneQuestions />
      <GiftQuestions />
      <PaymentQuestions />
    </TextPage>
  );
}

function PhoneQuestions() {
  return (
    <>
      <h2>{say('My phone was stolen')}</h2>
      <p>
        <RichText
          text="<freeze>Freeze your wallet</freeze> on any other phone or computer, and ask your mobile network to block the SIM. If someone may know your password, <reset>set a new one</reset>: that signs out every device."
          freeze={<Link to="/freeze" />}
          reset={<Link to="/forgot-password" />}
        />
      </p>
      <h2>{say('My SIM was swapped, or my number stopped working')}</h2>
      <p>
        <RichText text="Tell us at once, so that we freeze your wallet. Then go to your mobile network: only they can give you the number back. Soon after a swap, an SMS alone resets no password." />
      </p>
      <h2>{say('I have a new number')}</h2>
      <p>
        <RichText
          text="Change it in your <link>profile</link>. If you can use neither your old number nor your email, tell us. Two of our people check who you are, and your wallet stays frozen for 72 hours."
          link={<Link to="/dashboard/profile" />}
        />
      </p>
      <h2>{say('I forgot my password')}</h2>
      <p>
        <RichText
          text="<link>Ask for a reset code</link> by email, or by SMS to your verified number. Merchants ask for <theirs>a code</theirs> with merchant code and email address."
          link={<Link to="/forgot-password" />}
          theirs={<Link to="/merchant/forgot-password" />}
        />
      </p>
      <h2>{say('Someone asks for my code or my PIN')}</h2>
      <p>
        <RichText text="That is fraud. We never ask for a code, a password or a PIN, and nor does M-PESA. A gift is not a payment until it is in your wallet. If you have told someone a code, freeze your wallet." />
      </p>
    </>
  );
}

function GiftQuestions() {
  return (
    <>
      <h2>{say('I sent a gift to the wrong number')}</h2>
      <p>
        <RichText
          text="Open the gift in your <link>wallet</link> and press <b>Correct recipient</b>. You can do this until someone opens it, and for at most 24 hours. After that, tell us."
          link={<Link to="/dashboard/wallet" />}
        />
      </p>
      <h2>{say('The SMS did not come')}</h2>
      <p>
        <RichText text="Our messages come from ZAWADI. Check that the phone has network and room for messages, and does not block ZAWADI. You can have a code sent again. The buyer of a gift can press <b>Send again</b>." />
      </p>
      <h2>{say('My gift says it was sent to someone else')}</h2>
      <p>
        <RichText
          text="To add a gift to your wallet, you need the phone number or email it was sent to, verified on your <link>profile</link>. You can always spend it with its code."
          link={<Link to="/dashboard/profile" />}
        />
      </p>
    </>
  );
}

function PaymentQuestions() {
  return (
    <>
      <h2>{say('No prompt came to my phone')}</h2>
      <p>
        <RichText text="Check that the phone is on, unlocked and has network, and that no other M-PESA prompt is open on it. M-PESA refuses the same amount to the same phone twice within 2 minutes; wait a moment and try again." />
      </p>
      <h2>{say('I paid, but the gift still says Pending')}</h2>
      <p>
        <RichText text="Do not pay again. Open the gift and press <b>Fetch Payment</b>: if M-PESA took your money, the gift is completed. Still pending after an hour? Send us the reference." />
      </p>
    </>
  );
}
