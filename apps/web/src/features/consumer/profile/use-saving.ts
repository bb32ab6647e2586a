import { updateProfile } from '@zawadi/contract/users-profile';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSession } from '../../session/session.tsx';
import type { ProfileChanges } from './profile-form.ts';

/** Saves a change that a single click makes, outside the form. */
export function useSaving() {
  const { reload } = useSession();
  const [saving, setSaving] = useState<ProfileChanges>();
  const save = async (changes: ProfileChanges) => {
    setSaving(changes);
    try {
      await call(updateProfile, { body: changes });
      await reload();
      toast.success(say('Profile updated successfully'));
    } catch (error) {
      toast.error(sentenceOf(error, say('Failed to update profile. Please try again.')));
    } finally {
      setSaving(undefined);
    }
  };
  return { save: (changes: ProfileChanges) => void save(changes), saving };
}
