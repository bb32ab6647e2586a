import { disableTwoFactor, renewRecoveryCodes, startTwoFactor } from '@zawadi/contract/account-security';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAccount } from './account.ts';
import type { EnableTwoFactor } from './enable-two-factor.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecurityRow } from './security-row.tsx';

/** The second factor: enabled with an authenticator app, disabled with the password and a code. */
export function TwoFactorRow() {
  const { twoFactorEnabled } = useAccount();
  return (
    <SecurityRow
      title={say('Two-Factor Authentication')}
      badge={<StatusBadge status={twoFactorEnabled ? 'Enabled' : 'Not Enabled'} />}
      help={say('A code from an app on your phone, besides your password')}
    >
      {/* Keep both mounted, because their dialogs show the result after the setting has changed. */}
      <SwitchOn isOffered={!twoFactorEnabled} />
      <SwitchOff isOffered={twoFactorEnabled} />
    </SecurityRow>
  );
}

function SwitchOn({ isOffered }: { isOffered: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const [started, setStarted] = useState<
    CallAnswer<typeof startTwoFactor> & { Enable: typeof EnableTwoFactor }
  >();
  return (
    <>
      {isOffered && (
        <Button variant="secondary" small onClick={() => setIsAsking(true)}>
          {say('Enable')}
        </Button>
      )}
      {isAsking && (
        <ProofDialog
          title={say('Enable two-factor authentication?')}
          action={say('Continue')}
          busyLabel={say('Checking...')}
          needsCode={false}
          prove={async ({ password }) => {
            // Loaded only here, because few people need the code that draws QR codes.
            const { EnableTwoFactor: Enable } = await import('./enable-two-factor.tsx');
            setStarted({ ...(await call(startTwoFactor, { body: { password } })), Enable });
            setIsAsking(false);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
      {started !== undefined && <started.Enable {...started} onClose={() => setStarted(undefined)} />}
    </>
  );
}

function SwitchOff({ isOffered }: { isOffered: boolean }) {
  const { reload } = useAccount();
  const [open, setOpen] = useState<'renew' | 'disable'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setOpen(undefined);
  return (
    <>
      {isOffered && (
        <>
          <Button variant="secondary" small onClick={() => setOpen('renew')}>
            {say('New recovery codes')}
          </Button>
          <Button variant="secondary" small onClick={() => setOpen('disable')}>
            {say('Disable')}
          </Button>
        </>
      )}
      {open === 'renew' && (
        <ProofDialog
          title={say('Make new recovery codes?')}
          action={say('Make new codes')}
          busyLabel={say('Making...')}
          needsCode
          prove={async (proof) => {
            setCodes((await call(renewRecoveryCodes, { body: proof })).recoveryCodes);
            close();
          }}
          onClose={close}
        >
          <p className="muted">{say('The ten codes you have now stop working.')}</p>
        </ProofDialog>
      )}
      {open === 'disable' && (
        <ProofDialog
          title={say('Disable two-factor authentication?')}
          action={say('Disable')}
          busyLabel={say('Disabling...')}
          variant="danger"
          needsCode
          prove={async (proof) => {
            await call(disableTwoFactor, { body: proof });
            await reload();
            toast.success(say('Two-factor authentication is off'));
            close();
          }}
          onClose={close}
        >
          <p className="muted">
            {say('Your password alone then opens your account, and your recovery codes stop working.')}
          </p>
        </ProofDialog>
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  );
}
