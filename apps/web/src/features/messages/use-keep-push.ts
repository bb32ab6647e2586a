import type { User } from '@zawadi/contract/users';
import { useEffect } from 'react';
import { readPushOwner } from './push-owner.ts';

/** Keeps this browser's notifications with the user who enabled them. Most browsers have none. */
export function useKeepPush({ id, notifications }: Pick<User, 'id' | 'notifications'>): void {
  useEffect(() => {
    if (readPushOwner() === undefined) return;
    // The next page load retries a failure.
    void keep({ id, notifications }).catch(() => undefined);
  }, [id, notifications]);
}

async function keep(person: Pick<User, 'id' | 'notifications'>): Promise<void> {
  const { keepPush } = await import('./push-here.ts');
  await keepPush(person);
}
