import { useQuery } from '@tanstack/react-query';
import { listMembers, type MemberAccount } from '@zawadi/contract/merchants-members';
import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { initials } from '../../../ui/initials.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { Time } from '../../../ui/time.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { usePlaceName } from '../places/use-places.ts';
import { ROLE_WORDS } from '../../shop/shop-words.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';

// Dialogs load when they open, because the settings page is large already.
const AddMember = lazy(async () => ({ default: (await import('./add-member.tsx')).AddMember }));
const ManageMember = lazy(async () => ({ default: (await import('./manage-member.tsx')).ManageMember }));

/** All staff of the business, for its owner. */
export function Staff() {
  const [isAdding, setAdding] = useState(false);
  const staff = useQuery({
    queryKey: queryKeys.members,
    queryFn: ({ signal }) => call(listMembers, { signal }),
  });
  return (
    <Sheet
      title={say('Staff')}
      action={
        <Button variant="secondary" small onClick={() => setAdding(true)}>
          <Icon of={UserPlus} />
          {say('Add staff')}
        </Button>
      }
    >
      {staff.isPending && <ListSkeleton rows={3} />}
      {staff.isError && staff.data === undefined && (
        <LoadFailure title={say('Failed to load your staff')} of={staff} />
      )}
      {staff.data !== undefined && (
        <ul className="moves">
          {staff.data.staff.map((member) => (
            <MemberRow key={member.staffId} member={member} />
          ))}
        </ul>
      )}
      {staff.data?.staff.length === 1 && (
        <p className="pad small muted member-first">
          {say(
            'Give everyone at the till their own account. Each redemption then shows who served the customer.',
          )}
        </p>
      )}
      <Suspense>{isAdding && <AddMember onClose={() => setAdding(false)} />}</Suspense>
    </Sheet>
  );
}

function MemberRow({ member }: { member: MemberAccount }) {
  const [isOpen, setOpen] = useState(false);
  const { name, signInCode, staffRole, placeId, status, lastLogin } = member;
  const place = usePlaceName(placeId);
  return (
    <li>
      <span className="avatar" aria-hidden="true">
        {initials(name)}
      </span>
      <div className="what">
        <b>{name}</b>
        <span className="when">
          {say(ROLE_WORDS[staffRole])} · <span className="member-code">{signInCode}</span>
          {place !== undefined && ` · ${place}`}
        </span>
        <div className="when">
          {lastLogin === null ? (
            say('Has not signed in yet')
          ) : (
            <RichText text="Last sign-in {time}" time={<Time at={lastLogin} isMidSentence />} />
          )}
        </div>
      </div>
      <div className="side">
        {status === 'DISABLED' && <StatusBadge status="Inactive" />}
        {staffRole !== 'owner' && (
          <Button
            variant="quiet"
            small
            aria-label={say('Manage {name}', { name })}
            onClick={() => setOpen(true)}
          >
            {say('Manage')}
          </Button>
        )}
      </div>
      <Suspense>{isOpen && <ManageMember member={member} onClose={() => setOpen(false)} />}</Suspense>
    </li>
  );
}
