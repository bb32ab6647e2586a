import { Link } from '@tanstack/react-router';
import { TextPage } from './text-page.tsx';

export function SupportScreen() {
  return (
    <TextPage title="Support" intro="Most questions have a short answer.">
      <h2>No prompt came to my phone</h2>
      <p>
        Check that the phone is on, unlocked and has network, and that no other M-PESA prompt is open on it.
        M-PESA refuses the same amount to the same phone twice within 2 minutes; wait a moment and try again.
      </p>
      <h2>I paid, but the gift still says Pending</h2>
      <p>
        Open the gift and press <b className="strong">Fetch Payment</b>. If M-PESA took your money it arrives
        without paying again; if it does not arrive, M-PESA never took it.
      </p>
      <h2>I forgot my password</h2>
      <p>
        <Link to="/forgot-password">Ask for a reset code</Link> with your email address. For a merchant
        account, your Zawadi contact sets a new one.
      </p>
      <h2>My gift says it was sent to somebody else</h2>
      <p>
        A gift is added to the wallet of whoever has verified the phone number or email address it was sent
        to. Verify yours on your <Link to="/dashboard/profile">profile</Link>. You can spend it by its code in
        any case.
      </p>
      <h2>Write to us</h2>
      <p>
        <a href="mailto:support@zawadi.test">support@zawadi.test</a>. Tell us the reference on your screen;
        never your password, your PIN or the code of a voucher.
      </p>
    </TextPage>
  );
}
