import { useMutation } from '@tanstack/react-query';
import { updateSettlementSchedule, type SettlementSchedule } from '@zawadi/contract/merchants-settings';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { hourText, scheduleText, WEEKDAYS } from '../../shop/shop-words.ts';
import { useKeepSaved } from './use-settings.ts';

const FREQUENCIES = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
];
const DAYS = WEEKDAYS.map((label, place) => ({ value: String(place + 1), label }));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

/** How often money is paid out, and at which hour. Each choice is offered to be saved as soon as it is made. */
export function SettlementScheduleSheet({ schedule }: { schedule: SettlementSchedule }) {
  const [chosen, setChosen] = useState(schedule);
  const keepSaved = useKeepSaved();
  const saving = useMutation({
    mutationFn: () => call(updateSettlementSchedule, { body: { settlementSchedule: chosen } }),
    onSuccess: (settings) => keepSaved(settings, 'Settlement schedule saved'),
    onError: (error) => toast.error(sentenceOf(error)),
  });
  const { frequency, hour } = chosen;
  return (
    <Sheet title="Settlement schedule" isPadded>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving.isPending) saving.mutate();
        }}
      >
        <div className="two">
          <SelectField
            label="How often"
            options={FREQUENCIES}
            value={frequency}
            onChange={({ target }) =>
              setChosen(
                target.value === 'daily'
                  ? { frequency: 'daily', hour }
                  : { frequency: 'weekly', weekday: 1, hour },
              )
            }
          />
          {frequency === 'weekly' && (
            <SelectField
              label="Day"
              options={DAYS}
              value={chosen.weekday}
              onChange={({ target }) => setChosen({ ...chosen, weekday: Number(target.value) })}
            />
          )}
          <SelectField
            label="Hour"
            options={HOURS}
            value={hour}
            onChange={({ target }) => setChosen({ ...chosen, hour: Number(target.value) })}
          />
        </div>
        <p className="tiny muted">
          {scheduleText(chosen)} you are paid what was redeemed up to the midnight before.
        </p>
        {JSON.stringify(chosen) !== JSON.stringify(schedule) && (
          <div className="actions">
            <Button type="submit" isBusy={saving.isPending} busyLabel="Saving...">
              Save schedule
            </Button>
            <Button variant="secondary" onClick={() => setChosen(schedule)}>
              Keep the old one
            </Button>
          </div>
        )}
      </form>
    </Sheet>
  );
}
