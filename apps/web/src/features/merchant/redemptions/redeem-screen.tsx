import { ScanLine, Volume2, VolumeX } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { PHONE, useMedia } from '../../../ui/use-media.ts';
import { useIsOnline } from '../../../ui/use-online.ts';
import { useMerchant } from '../../session/session.tsx';
import { StopNotice } from '../../stops/stop-notice.tsx';
import { TillForm } from './till-form.tsx';
import { ThisTill } from './this-till.tsx';
import { TodaysRedemptions } from './todays-redemptions.tsx';
import { useTill } from './use-till.ts';
import { createScannerDetector, type Scan } from './scanner-detector.ts';
import { mute } from './signals.ts';
import type * as Outcomes from './outcomes.tsx';
import './till.css';

const OUTCOMES_AFTER_MS = 1_000;

// The QR decoder loads on the first scan.
const ScanDialog = lazy(async () => ({ default: (await import('./scan-dialog.tsx')).ScanDialog }));

/** The till: type, paste or scan a code, redeem all or a part of its voucher, hand over a receipt. */
export function RedeemScreen() {
  const till = useTill();
  const [bill, setBill] = useState('');
  const [isScanning, setScanning] = useState(false);
  const { now } = till.redeeming;
  const isPhone = useMedia(PHONE);
  // Only one button is primary. Without a voucher: Scan on a phone, Look up on a desktop. With a voucher: Redeem.
  const isScanFirst = isPhone && till.looking.found === undefined && now.state === 'ready';
  const outcomes = useOutcomes(now.state === 'done' || now.state === 'unknown');
  const take = (code: string) => {
    setScanning(false);
    till.take(code);
  };
  useTypedScanner((scan) => (scan.code === undefined ? till.refuseScan() : take(scan.code)));
  if (now.state === 'done') {
    return outcomes === undefined ? (
      <ListSkeleton rows={4} />
    ) : (
      <outcomes.RedemptionResult
        redemption={now.redemption}
        typedTotal={bill}
        onNext={() => {
          setBill('');
          till.next();
        }}
        onChanged={till.redeeming.show}
      />
    );
  }
  return (
    <>
      <PageTitle
        title={say('Redeem a voucher')}
        aside={
          <div className="till-tools">
            <Button
              variant={isScanFirst ? 'primary' : 'secondary'}
              disabled={now.state !== 'ready'}
              onClick={() => setScanning(true)}
            >
              <Icon of={ScanLine} />
              {say('Scan QR code')}
            </Button>
            <SoundButton />
          </div>
        }
      />
      <Notes />
      <ThisTill />
      <div className="cols even">
        {now.state !== 'unknown' && (
          <TillForm till={till} isLookUpFirst={!isPhone} bill={bill} onBill={setBill} />
        )}
        {now.state === 'unknown' && outcomes === undefined && <ListSkeleton rows={4} />}
        {now.state === 'unknown' && outcomes !== undefined && (
          <outcomes.UnknownOutcome
            attempt={now.attempt}
            isAsking={now.isAsking}
            onAsk={till.redeeming.askAgain}
            onLeave={till.next}
          />
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

/**
 * Loads the result screens as soon as the till opens, because the network may fail after a redemption. Retries until
 * they have loaded.
 */
function useOutcomes(isNeeded: boolean): typeof Outcomes | undefined {
  const [outcomes, setOutcomes] = useState<typeof Outcomes>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (outcomes !== undefined) return undefined;
    const load = () =>
      import('./outcomes.tsx').then(
        (loaded) => setOutcomes(loaded),
        () => setTries(tries + 1),
      );
    const timer = setTimeout(() => void load(), isNeeded && tries === 0 ? 0 : OUTCOMES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [outcomes, isNeeded, tries]);
  return outcomes;
}

/** Reasons why this till cannot redeem now, shown before the first attempt. */
function Notes() {
  const { status } = useMerchant();
  const isOnline = useIsOnline();
  return (
    <>
      <StopNotice of="redeeming" />
      {status === 'PENDING' && (
        <Alert tone="warn">
          <RichText text="<b>Your account is waiting for approval.</b> You can set it up now, and redeem vouchers as soon as we approve it." />
        </Alert>
      )}
      {!isOnline && (
        <Alert tone="warn" isLive>
          <RichText text="<b>You are offline.</b> Nothing can be redeemed until the connection is back." />
        </Alert>
      )}
    </>
  );
}

/** Turns the till's sound off and on. */
function SoundButton() {
  const isMuted = useSyncExternalStore(mute.watch, mute.read);
  const label = isMuted ? say('Turn the sound on') : say('Turn the sound off');
  return (
    <IconButton label={label} title={label} onClick={() => mute.set(!isMuted)}>
      <Icon of={isMuted ? VolumeX : Volume2} />
    </IconButton>
  );
}

/** Calls `onScan` with a scanner's input, whichever element has the focus. */
function useTypedScanner(onScan: (scan: Scan) => void): void {
  const callback = useRef(onScan);
  useEffect(() => {
    callback.current = onScan;
  });
  useEffect(() => {
    const ear = createScannerDetector();
    const hear = (event: KeyboardEvent) => {
      const scan = ear.hear(event.key, event.timeStamp);
      if (scan === undefined) return;
      // The scanner sends Enter after the code. This Enter must not click the focused button.
      event.preventDefault();
      event.stopPropagation();
      callback.current(scan);
    };
    addEventListener('keydown', hear, { capture: true });
    return () => removeEventListener('keydown', hear, { capture: true });
  }, []);
}
