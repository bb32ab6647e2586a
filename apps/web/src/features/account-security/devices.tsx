import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Device } from '@zawadi/contract/account';
import { Monitor, Smartphone } from 'lucide-react';
import { sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { LoadFailure } from '../loading/load-failure.tsx';
import { useAccount } from './account.ts';
import { deviceName } from './device-name.ts';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';

/** Where the person is signed in. */
export function Devices() {
  const { calls } = useAccount();
  const devices = useQuery({
    queryKey: queryKeys.devices,
    queryFn: ({ signal }) => calls.listDevices(signal),
  });
  return (
    <Sheet title={say('Signed-in devices')} action={devices.isSuccess && <SignOutEverywhere />}>
      {devices.isPending && <ListSkeleton rows={2} />}
      {devices.isError && <LoadFailure title={say('Failed to load your devices')} of={devices} />}
      {devices.isSuccess && (
        <ul className="moves">
          {devices.data.devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const name = deviceName(device);
  const isPhone = /android|ios|iphone/iu.test(device.system);
  return (
    <li>
      <span className="tile">
        <Icon of={isPhone ? Smartphone : Monitor} />
      </span>
      <div className="what">
        <b>{name}</b>
        <span className="when">
          <Time at={device.lastUsedAt} /> · {device.address}
        </span>
        {device.getsPush && <div className="when">{say('Notifications on')}</div>}
      </div>
      <div className="side">
        {device.isCurrent ? (
          <span className="tiny muted">{say('This device')}</span>
        ) : (
          <SignOutButton device={device} name={name} />
        )}
      </div>
    </li>
  );
}

function SignOutButton({ device: { id }, name }: { device: Device; name: string }) {
  const { calls } = useAccount();
  const queries = useQueryClient();
  const signingOut = useMutation({
    mutationFn: () => calls.signOutDevice(id),
    onSuccess: () => toast.success(say('Signed out')),
    onError: (error) => toast.error(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.devices }),
  });
  return (
    <Button
      variant="quiet"
      small
      aria-label={say('Sign out {device}', { device: name })}
      isBusy={signingOut.isPending}
      onClick={() => signingOut.mutate()}
    >
      {say('Sign out')}
    </Button>
  );
}
