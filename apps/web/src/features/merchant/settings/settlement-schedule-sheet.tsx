import { useMutation } from '@tanstack/react-query';
import { updateSettlementSchedule, type SettlementSchedule } from '@zawadi/contract/merchants-settings';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { hourText, scheduleText, WEEKDAYS } from '../../shop/shop-words.ts';
import { useSavedSettings } from './use-settings.ts';
import { say } from '../../../i18n/say.ts';
import type { Phrase } from '../../../i18n/say.ts';

const FREQUENCIES = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
] as const satisfies readonly { value: SettlementSchedule['frequency']; label: Phrase }[];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

/** How often and at which hour pay-outs are made. The save button appears with each change. */
export function SettlementScheduleSheet({ schedule }: { schedule: SettlementSchedule }) {
  const [chosen, setChosen] = useState(schedule);
  const keepSaved = useSavedSettings();
  const saving = useMutation({
    mutationFn: () => call(updateSettlementSchedule, { body: { settlementSchedule: chosen } }),
    onSuccess: (settings) => keepSaved(settings, say('Settlement schedule saved')),
    onError: (error) => toast.error(sentenceOf(error)),
  });
  const { frequency, hour } = chosen;
  return (
    <Sheet title={say('Settlement schedule')} isPadded>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving.isPending) saving.mutate();
        }}
      >
        <div className="two">
          <SelectField
            label={say('How often')}
            options={FREQUENCIES.map(({ value, label }) => ({ value, label: say(label) }))}
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
              label={say('Day')}
              options={WEEKDAYS.map((day, place) => ({ value: String(place + 1), label: say(day) }))}
              value={chosen.weekday}
              onChange={({ target }) => setChosen({ ...chosen, weekday: Number(target.value) })}
            />
          )}
          <SelectField
            label={say('Hour')}
            options={HOURS}
            value={hour}
            onChange={({ target }) => setChosen({ ...chosen, hour: Number(target.value) })}
          />
        </div>
        <p className="tiny muted">
          {say('{schedule} we pay you everything you redeemed up to the midnight before.', {
            schedule: scheduleText(chosen),
          })}
        </p>
        {JSON.stringify(chosen) !== JSON.stringify(schedule) && (
          <div className="actions">
            <Button type="submit" isBusy={saving.isPending} busyLabel={say('Saving...')}>
              {say('Save schedule')}
            </Button>
            <Button variant="secondary" onClick={() => setChosen(schedule)}>
              {say('Keep the old one')}
            </Button>
          </div>
        )}
      </form>
    </Sheet>
  );
}
