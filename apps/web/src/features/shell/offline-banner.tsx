import { RichText } from '../../i18n/rich-text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useIsOnline } from '../../ui/use-online.ts';

/** Why nothing new appears and nothing is sent; gone by itself when the network is back. */
export function OfflineBanner() {
  if (useIsOnline()) return null;
  return (
    <Alert tone="warn" isLive>
      <RichText text="<b>You are offline.</b> What you see may be old, and nothing is sent until the connection is back." />
    </Alert>
  );
}
