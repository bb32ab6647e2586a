import { lazy, Suspense, useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';

const CloseDayDialog = lazy(async () => ({
  default: (await import('./close-day-dialog.tsx')).CloseDayDialog,
}));

/** Opens the close of the signed-in person's day. */
export function CloseMyDay() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        {say('Close my day')}
      </Button>
      <Suspense>{isOpen && <CloseDayDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
