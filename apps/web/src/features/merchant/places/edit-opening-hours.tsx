import { useMutation } from '@tanstack/react-query';
import { updateOpeningHours, type MerchantPlace } from '@zawadi/contract/merchants-place-list';
import type { OpeningHours } from '@zawadi/contract/merchants-places';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldNote } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { WEEKDAYS } from '../../shop/shop-words.ts';
import { readDays, typedDays, type TypedDay } from './opening-hours-form.ts';
import { useSavedPlaces } from './use-places.ts';
import { say } from '../../../i18n/say.ts';
import type { Phrase } from '../../../i18n/say.ts';

type EditOpeningHoursProps = { place: MerchantPlace; onClose: () => void };

const KINDS: readonly [TypedDay['kind'], Phrase][] = [
  ['hours', 'Open'],
  ['all-day', 'Open all day'],
  ['closed', 'Closed'],
];

/** Edits the opening hours of a place for each weekday. */
export function EditOpeningHours({
  place: { placeId, name: placeName, openingHours },
  onClose,
}: EditOpeningHoursProps) {
  const [days, setDays] = useState(() => typedDays(openingHours));
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map());
  const keepSaved = useSavedPlaces();
  const saving = useMutation({
    mutationFn: (hours: OpeningHours) =>
      call(updateOpeningHours, { params: { placeId }, body: { openingHours: hours } }),
    onSuccess: (saved) => {
      onClose();
      keepSaved(saved, say('Opening hours saved'));
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
  const submit = () => {
    const read = readDays(days);
    setProblems('problems' in read ? read.problems : new Map());
    if ('hours' in read && !saving.isPending) saving.mutate(read.hours);
  };
  const [monday] = days;
  return (
    <FormDialog
      title={say('Opening hours of {name}', { name: placeName })}
      action={say('Save hours')}
      busyLabel={say('Saving...')}
      isBusy={saving.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <div className="week">
        {WEEKDAYS.map((name, place) => (
          <DayRow
            key={name}
            name={say(name)}
            day={days[place]}
            problem={problems.get(place)}
            onDay={(day) => setDays(days.map((one, at) => (at === place ? day : one)))}
          />
        ))}
      </div>
      {monday !== undefined && (
        <div className="actions">
          <Button variant="secondary" small onClick={() => setDays(days.map(() => ({ ...monday })))}>
            {say('Monday for all')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

type DayRowProps = {
  name: string;
  day: TypedDay | undefined;
  problem: string | undefined;
  onDay: (day: TypedDay) => void;
};

function DayRow({ name, day, problem, onDay }: DayRowProps) {
  if (day === undefined) return null;
  const noteId = `hours-${name}`;
  const time = (part: 'opensAt' | 'closesAt', label: string) => (
    <input
      type="time"
      className="input"
      aria-label={label}
      aria-invalid={problem === undefined ? undefined : true}
      aria-describedby={problem === undefined ? undefined : noteId}
      value={day[part]}
      onChange={({ target }) => onDay({ ...day, [part]: target.value })}
    />
  );
  return (
    <div className={problem === undefined ? 'week-day' : 'week-day field bad'} role="group" aria-label={name}>
      <b className="strong">{name}</b>
      <select
        className="input"
        aria-label={say('{day}: open or closed', { day: name })}
        value={day.kind}
        onChange={({ target }) => {
          const [kind] = KINDS.find(([value]) => value === target.value) ?? [];
          if (kind !== undefined) onDay({ ...day, kind });
        }}
      >
        {KINDS.map(([kind, words]) => (
          <option key={kind} value={kind}>
            {say(words)}
          </option>
        ))}
      </select>
      {day.kind === 'hours' && (
        <span className="week-hours">
          {time('opensAt', say('{day}: opens at', { day: name }))}
          <span aria-hidden="true">–</span>
          {time('closesAt', say('{day}: closes at', { day: name }))}
        </span>
      )}
      {problem !== undefined && <FieldNote id={noteId} error={problem} />}
    </div>
  );
}
