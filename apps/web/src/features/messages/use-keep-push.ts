import type { User } from '@zawadi/contract/users';
import { useEffect } from 'react';
import { readPushOwner } from './push-owner.ts';

/**
 * Renews this browser's notifications for the user who enabled them. Does nothing in most browsers, which have none.
 */
export function useKeepPush({ id, notifications }: Pick<User, 'id' | 'notifications'>): void {
  useEffect(() => {
    if (readPushOwner() === undefined) return;
    // If this fails, the next page load retries it.
    void keep({ id, notifications }).catch(() => undefined);
  }, [id, notifications]);
}

async function keep(person: Pick<User, 'id' | 'notifications'>): Promise<void> {
  const { keepPush } = await import('./push-here.ts');
  await keepPush(person);
}
