import { ScanLine } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useIsOnline } from '../../../ui/use-online.ts';
import { useMerchant } from '../../session/session.tsx';
import { RedemptionResult } from './redemption-result.tsx';
import { SoundButton } from './sound-button.tsx';
import { TillForm } from './till-form.tsx';
import { TodaysRedemptions } from './todays-redemptions.tsx';
import { UnknownOutcome } from './unknown-outcome.tsx';
import { useTill } from './use-till.ts';
import { useTypedScanner } from './use-typed-scanner.ts';
import './till.css';

// The decoder is fetched when somebody scans.
const ScanDialog = lazy(async () => ({ default: (await import('./scan-dialog.tsx')).ScanDialog }));

/** The till: a code is typed, pasted or scanned, all or a part is taken, and a receipt handed over. */
export function RedeemScreen() {
  const till = useTill();
  const [isScanning, setScanning] = useState(false);
  const { now } = till.redeeming;
  const take = (code: string) => {
    setScanning(false);
    till.take(code);
  };
  useTypedScanner(take);
  if (now.state === 'done') {
    return (
      <RedemptionResult redemption={now.redemption} onNext={till.next} onChanged={till.redeeming.show} />
    );
  }
  return (
    <>
      <PageTitle
        title="Redeem a voucher"
        aside={
          <div className="till-tools">
            <Button variant="secondary" disabled={now.state !== 'ready'} onClick={() => setScanning(true)}>
              <Icon of={ScanLine} />
              Scan QR code
            </Button>
            <SoundButton />
          </div>
        }
      />
      <Notes />
      <div className="cols even">
        {now.state === 'unknown' ? (
          <UnknownOutcome
            attempt={now.attempt}
            isAsking={now.isAsking}
            onAsk={till.redeeming.askAgain}
            onLeave={till.next}
          />
        ) : (
          <TillForm till={till} />
        )}
        <TodaysRedemptions />
      </div>
      {isScanning && (
        <Suspense>
          <ScanDialog onCode={take} onClose={() => setScanning(false)} />
        </Suspense>
      )}
    </>
  );
}

/** What keeps this till from redeeming, before anybody tries. */
function Notes() {
  const { status } = useMerchant();
  const isOnline = useIsOnline();
  return (
    <>
      {status === 'PENDING' && (
        <Alert tone="warn">
          <b className="strong">Your account is waiting for approval.</b> You can set it up now, and redeem
          vouchers as soon as we have approved it.
        </Alert>
      )}
      {!isOnline && (
        <Alert tone="warn" isLive>
          <b className="strong">You are offline.</b> Nothing can be redeemed until the connection is back.
        </Alert>
      )}
    </>
  );
}
