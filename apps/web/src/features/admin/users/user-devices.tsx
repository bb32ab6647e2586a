import { Monitor, Smartphone } from 'lucide-react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { Time } from '../../../ui/time.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { deviceName } from '../../account-security/device-name.ts';
import { useUserDevices } from './use-users.ts';

/** Where somebody is signed in. */
export function UserDevices({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useUserDevices(userId);
  return (
    <Sheet title="Signed-in devices">
      {data === undefined && error === null && <ListSkeleton rows={2} />}
      {data === undefined && error !== null && (
        <LoadFailure title="Failed to load the devices" of={{ error, isFetching, refetch }} />
      )}
      {data?.devices.length === 0 && <EmptyState title="Not signed in anywhere" />}
      <ul className="moves">
        {data?.devices.map((device) => (
          <li key={device.id}>
            <span className="tile">
              <Icon of={/android|ios|iphone/iu.test(device.system) ? Smartphone : Monitor} />
            </span>
            <div className="what">
              <b>{deviceName(device)}</b>
              <div className="when">
                Used <Time at={device.lastUsedAt} /> · {device.address}
              </div>
              <div className="when">
                Signed in <Time at={device.signedInAt} />
                {device.getsPush && ' · notifications on'}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
