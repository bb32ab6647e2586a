import type { MerchantSettings, OpeningHours } from '@zawadi/contract/merchants-settings';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EditOpeningHours } from './edit-opening-hours.tsx';
import { hoursInWords } from './opening-hours-form.ts';

/** When the shop is open. Redemptions at other hours raise an alert. */
export function OpeningHoursSheet({ openingHours }: Pick<MerchantSettings, 'openingHours'>) {
  const [isEditing, setEditing] = useState(false);
  return (
    <Sheet
      title="Opening hours"
      isPadded
      action={
        !isEditing && (
          <Button variant="secondary" small onClick={() => setEditing(true)}>
            {openingHours === null ? 'Set hours' : 'Change hours'}
          </Button>
        )
      }
    >
      {isEditing ? (
        <EditOpeningHours saved={openingHours} onDone={() => setEditing(false)} />
      ) : (
        <SavedHours openingHours={openingHours} />
      )}
    </Sheet>
  );
}

function SavedHours({ openingHours }: { openingHours: OpeningHours | null }) {
  if (openingHours === null) {
    return (
      <p className="small muted">
        Not set yet. Once they are, a redemption while you are closed raises a fraud alert.
      </p>
    );
  }
  return (
    <dl className="facts">
      {hoursInWords(openingHours).map(({ days, hours }) => (
        <div key={days}>
          <dt>{days}</dt>
          <dd>{hours}</dd>
        </div>
      ))}
    </dl>
  );
}
