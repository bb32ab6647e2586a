import { Link } from '@tanstack/react-router';
import { deleteAccount } from '@zawadi/contract/users-account';
import { useState } from 'react';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ProofDialog } from '../../account-security/proof-dialog.tsx';
import type { Proof } from '../../account-security/proof-form.ts';
import { useSession, useUser } from '../../session/session.tsx';

/** Explains what happens to money and data, and deletes the account. If the server refuses, shows what to do first. */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const { firstName, lastName, twoFactorEnabled } = useUser();
  const { signOut } = useSession();
  const [refusal, setRefusal] = useState<unknown>();
  const prove = async ({ password, otp }: Proof) => {
    setRefusal(undefined);
    await call(deleteAccount, { body: twoFactorEnabled ? { password, otp } : { password } });
    toast.success(say('Your account was deleted'));
    await signOut();
  };
  return (
    <ProofDialog
      title={say('Delete the account of {name}?', { name: `${firstName} ${lastName}` })}
      action={say('Delete Account')}
      busyLabel={say('Deleting...')}
      variant="danger"
      needsCode={twoFactorEnabled}
      prove={prove}
      onRefused={setRefusal}
      onClose={onClose}
    >
      <ul className="consequences">
        <li>{say('Your name, contacts, picture and devices are erased. This cannot be undone.')}</li>
        <li>{say('Gifts you sent stay valid for the people who have them.')}</li>
        <li>{say('You can still spend gifts that you have not added, with their code.')}</li>
        <li>
          {say('Withdraw the money in your wallet first. We keep records of payments, without your name.')}
        </li>
      </ul>
      {refusal !== undefined && (
        <Alert tone="warn" isLive>
          <p>{sentenceOf(refusal)}</p>
          <WayOut refusal={refusal} />
        </Alert>
      )}
    </ProofDialog>
  );
}

function WayOut({ refusal }: { refusal: unknown }) {
  if (!(refusal instanceof CallRefused)) return null;
  if (refusal.code === 'wallet_not_empty')
    return (
      <RichText
        text="<link>Withdraw to M-PESA</link>. If it is less than the minimum, you can give it up in your wallet."
        link={<Link to="/dashboard/wallet" />}
      />
    );
  if (refusal.code === 'payment_open')
    return <RichText text="<link>See your payments</link>" link={<Link to="/dashboard/transactions" />} />;
  return null;
}
