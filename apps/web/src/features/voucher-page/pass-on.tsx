import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

const ShareDialog = lazy(async () => ({ default: (await import('../../ui/share-dialog.tsx')).ShareDialog }));

/** Shares the link of a gift, after a warning that everyone with the link can spend the money. */
export function PassOn({ claimToken }: { claimToken: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Icon of={Share2} />
        {say('Pass it on')}
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog
            title={say('Pass this gift on?')}
            warning={say('Anyone who has this link can spend the gift. Send it to one person you trust.')}
            text={say('A Zawadi gift for you: {link}', { link: `${location.origin}/v/${claimToken}` })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
