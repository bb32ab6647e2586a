import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { Alert } from '../../ui/alert.tsx';

/** Prompts and pay-outs need a verified phone; this leads to the place where it is verified. */
export function VerifyPhoneAlert() {
  return (
    <Alert tone="warn" icon={ShieldAlert} isLive>
      <b className="strong">Please verify your phone number first.</b>{' '}
      <Link to="/dashboard/profile">Verify it on your profile</Link>
    </Alert>
  );
}
