import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import type { ProfileChanges } from './profile-form.ts';
import { useSaving } from './use-saving.ts';
import './profile.css';

/** Drops a new address or number that waits, and stays with the verified one. */
export function GiveUpChange({ of, keep }: { of: ProfileChanges; keep: string }) {
  const { save, saving } = useSaving();
  return (
    <Button
      variant="quiet"
      className="give-up-change"
      isBusy={saving !== undefined}
      busyLabel={say('Saving...')}
      onClick={() => save(of)}
    >
      {say('Keep {contact}', { contact: keep })}
    </Button>
  );
}
