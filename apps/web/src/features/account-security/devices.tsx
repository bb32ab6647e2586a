import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listDevices, signOutDevice, signOutEverywhere } from '@zawadi/contract/account-security';
import type { Device } from '@zawadi/contract/account-security';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { call, sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ListSkeleton } from '../../ui/skeleton-shapes.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { LoadFailure } from '../loading/load-failure.tsx';
import { useSession } from '../session/session.tsx';
import { useAccount } from './account.ts';
import { deviceName } from './device-name.ts';

/** Lists the devices where the person is signed in. */
export function Devices() {
  const devices = useQuery({
    queryKey: queryKeys.devices,
    queryFn: ({ signal }) => call(listDevices, { signal }),
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
  const queries = useQueryClient();
  const signingOut = useMutation({
    mutationFn: () => call(signOutDevice, { params: { id } }),
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

/** Ends every session, including this one. */
function SignOutEverywhere() {
  const { staysWhenSignedOut } = useAccount();
  const { signOut } = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        {say('Sign out everywhere')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={say('Sign out everywhere?')}
          action={say('Sign out everywhere')}
          dismiss={say('Stay signed in')}
          busyLabel={say('Signing out...')}
          variant="danger"
          confirm={async () => {
            await call(signOutEverywhere, { body: {} });
            toast.success(say('Signed out everywhere'));
            await signOut();
          }}
          onClose={() => setOpen(false)}
        >
          <p className="muted">
            {say('Every device is signed out, this one too.')} {staysWhenSignedOut}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
