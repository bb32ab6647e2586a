import { useQuery } from '@tanstack/react-query';
import { machineState, type MachineState } from '@zawadi/contract/merchant-api-access';
import type { Merchant } from '@zawadi/contract/merchants';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { FactsSkeleton } from '../../../ui/skeleton.tsx';
import { Time } from '../../../ui/time.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';

/** The merchant's API access: merchant code, key with its last use, webhook, and the logo's URL. */
export function ApiAccessSheet({ merchant }: { merchant: Merchant }) {
  const { merchantId, merchantCode, apiKey, brandingConfig } = merchant;
  const [isShown, setShown] = useState(false);
  return (
    <Sheet title="API Access" isPadded>
      <div className="stack">
        <Line label="Merchant code" value={merchantCode}>
          <CopyButton small text={merchantCode} label="Copy merchant code" said="Copied!">
            Copy
          </CopyButton>
        </Line>
        <Line label="API key" value={isShown ? apiKey : '•'.repeat(apiKey.length)}>
          <Button
            variant="secondary"
            small
            aria-label={isShown ? 'Hide API key' : 'Show API key'}
            onClick={() => setShown(!isShown)}
          >
            <Icon of={isShown ? EyeOff : Eye} />
            {isShown ? 'Hide' : 'Show'}
          </Button>
          <CopyButton small text={apiKey} label="Copy API key" said="Copied!">
            Copy
          </CopyButton>
        </Line>
        {brandingConfig.logoUrl !== undefined && (
          <Line label="Logo URL" value={brandingConfig.logoUrl}>
            <CopyButton small text={brandingConfig.logoUrl} label="Copy logo URL" said="Copied!">
              Copy
            </CopyButton>
          </Line>
        )}
        <Machine of={useMachineState(merchantId)} />
      </div>
    </Sheet>
  );
}

/** Age and protection of the secret, and the state of the webhook. */
function Machine({ of }: { of: ReturnType<typeof useMachineState> }) {
  if (of.isPending) return <FactsSkeleton rows={4} />;
  if (of.data === undefined) return <LoadFailure title="Failed to load the state of the API" of={of} />;
  const { secretMadeAt, lastUsedAt, allowedAddresses, isRateLimited, isLogged, webhook } = of.data;
  const { state, host, others, failingSince, switchedOffAt, switchedOffReason, lastDelivery, waiting } =
    webhook;
  const off = [!isRateLimited && 'rate limit off', !isLogged && 'log off'].filter((part) => part !== false);
  return (
    <Facts
      facts={[
        { label: 'Secret made', value: <Time at={secretMadeAt} /> },
        { label: 'Key last used', value: lastUsedAt === undefined ? 'Never' : <Time at={lastUsedAt} /> },
        {
          label: 'Key works from',
          value: [
            allowedAddresses === undefined ? 'Any address' : `${allowedAddresses} listed addresses`,
            ...off,
          ].join(' · '),
        },
        {
          label: 'Webhook',
          value: (
            <>
              {host !== undefined && <span className="code">{host} </span>}
              {others !== undefined && `and ${others} more `}
              <WebhookState state={state} />
            </>
          ),
        },
        failingSince !== undefined &&
          state === 'failing' && { label: 'Failing since', value: <Time at={failingSince} /> },
        switchedOffAt !== undefined && {
          label: 'Switched off',
          value: (
            <>
              <Time at={switchedOffAt} />,{' '}
              {switchedOffReason === 'gone' ? 'it answered 410' : 'three days of failures'}
            </>
          ),
        },
        lastDelivery !== undefined && {
          label: 'Last event sent',
          value: (
            <>
              <Time at={lastDelivery.at} /> · {answerText(lastDelivery)}
            </>
          ),
        },
        waiting > 0 && { label: 'Events waiting', value: waitingText(waiting) },
      ]}
    />
  );
}

const MOST_COUNTED = 1_000;

function waitingText(waiting: number): string {
  return waiting < MOST_COUNTED ? String(waiting) : '1,000 or more';
}

function answerText({ isDelivered, status }: NonNullable<MachineState['webhook']['lastDelivery']>): string {
  const answer = status === undefined ? 'no answer' : `answered ${status}`;
  return isDelivered ? `delivered, ${answer}` : `not delivered, ${answer}`;
}

function WebhookState({ state }: Pick<MachineState['webhook'], 'state'>) {
  if (state === 'on') return <StatusText status="Active" />;
  if (state === 'failing') return <StatusBadge status="Failed" />;
  if (state === 'switched-off') return <StatusBadge status="Inactive" />;
  return state === 'paused' ? 'Paused while the account is not active' : 'No address';
}

function Line({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="credential">
      <dl>
        <dt className="small muted">{label}</dt>
        <dd className="code">{value}</dd>
      </dl>
      <div className="row">{children}</div>
    </div>
  );
}

function useMachineState(merchantId: string) {
  return useQuery({
    queryKey: adminQueryKeys.adminMerchantMachine(merchantId),
    queryFn: ({ signal }) => call(machineState, { params: { merchantId }, signal }),
  });
}
