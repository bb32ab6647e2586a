import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { RichText } from '../../i18n/rich-text.tsx';
import { Alert } from '../../ui/alert.tsx';

/** Prompts and pay-outs need a verified phone; this leads to the place where it is verified. */
export function VerifyPhoneAlert() {
  return (
    <Alert tone="warn" icon={ShieldAlert} isLive>
      <RichText
        text="<b>Please verify your phone number first.</b> <link>Verify it on your profile</link>"
        link={<Link to="/dashboard/profile" />}
      />
    </Alert>
  );
}
