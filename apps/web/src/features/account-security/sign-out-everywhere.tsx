import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSession } from '../session/session.tsx';
import { useAccount } from './account.ts';

/** Ends every session, this one too. */
export function SignOutEverywhere() {
  const { calls, staysWhenSignedOut } = useAccount();
  const { signOut } = useSession();
  const [isOpen, setOpen] = useState(false);
  const signingOut = useMutation({
    mutationFn: () => calls.signOutEverywhere(),
    onSuccess: async () => {
      toast.success(say('Signed out everywhere'));
      await signOut();
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        {say('Sign out everywhere')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={say('Sign out everywhere?')}
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              {say('Stay signed in')}
            </Button>
            <Button
              variant="danger"
              isBusy={signingOut.isPending}
              busyLabel={say('Signing out...')}
              onClick={() => signingOut.mutate()}
            >
              {say('Sign out everywhere')}
            </Button>
          </>
        }
      >
        <p className="muted">
          {say('Every device is signed out, this one too.')} {staysWhenSignedOut}
        </p>
      </Dialog>
    </>
  );
}
