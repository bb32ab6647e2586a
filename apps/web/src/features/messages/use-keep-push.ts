import type { User } from '@zawadi/contract/users';
import { useEffect } from 'react';
import { readPushOwner } from './push-owner.ts';

/** Keeps the notifications of this browser with the user who switched them on. Most browsers have none. */
export function useKeepPush({ id, notifications }: Pick<User, 'id' | 'notifications'>): void {
  useEffect(() => {
    if (readPushOwner() === undefined) return;
    // What fails now is tried again with the next page.
    void keep({ id, notifications }).catch(() => undefined);
  }, [id, notifications]);
}

async function keep(person: Pick<User, 'id' | 'notifications'>): Promise<void> {
  const { keepPush } = await import('./push-here.ts');
  await keepPush(person);
}
