import { say } from '../../../i18n/say.ts';
import { useMerchant } from '../../session/session.tsx';
import { ApiPage } from '../api/api-page.tsx';
import { MoreAddresses } from './webhook-more-addresses.tsx';
import { WebhookSheet } from './webhook-sheet.tsx';

/** Webhook addresses, each with the events that it receives. */
export function WebhooksScreen() {
  const isOwner = useMerchant().staffRole === 'owner';
  return (
    <ApiPage title={say('Webhooks')}>
      <WebhookSheet isOwner={isOwner} />
      <MoreAddresses isOwner={isOwner} />
    </ApiPage>
  );
}
