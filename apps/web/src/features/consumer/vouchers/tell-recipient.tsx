import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { firstNameOf } from '../../../ui/first-name.ts';
import { Icon } from '../../../ui/icon.tsx';

const ShareDialog = lazy(async () => ({
  default: (await import('../../../ui/share-dialog.tsx')).ShareDialog,
}));

/** Shares a message that a gift has been sent. It contains no link or code, which only the recipient may have. */
export function TellRecipient({
  recipientName,
  recipientMsisdn,
  isMain = false,
}: {
  recipientName: string;
  recipientMsisdn: string;
  /** Whether this is the view's main button. */
  isMain?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const name = firstNameOf(recipientName);
  return (
    <>
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        className={isMain ? 'push' : undefined}
        onClick={() => setOpen(true)}
      >
        <Icon of={Share2} />
        <span className="whitespace-normal wrap-anywhere">{say('Tell {name}', { name })}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog
            title={say('Tell {name} about the gift', { name })}
            text={say('{name}, I sent you a Zawadi gift. Look for the SMS from ZAWADI.', { name })}
            msisdn={recipientMsisdn}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
