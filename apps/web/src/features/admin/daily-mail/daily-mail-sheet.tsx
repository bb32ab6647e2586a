import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changeDailyMail, readDailyMail, type DailyMail } from '@zawadi/contract/daily-mail';
import { call, sentenceOf } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useAdministrator } from '../../session/session.tsx';
import './daily-mail.css';

const FIRST_HOUR = 5;
const LAST_HOUR = 22;
const HOURS = Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, at) => FIRST_HOUR + at);
const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'sw', label: 'Kiswahili' },
] as const;

/** The administrator's own mail with yesterday's figures: whether, when and in which language it comes. */
export function DailyMailSheet() {
  const mail = useQuery({
    queryKey: adminQueryKeys.dailyMail,
    queryFn: ({ signal }) => call(readDailyMail, { signal }),
  });
  return (
    <Sheet title="Daily mail">
      {mail.isPending && <ListSkeleton rows={1} />}
      {mail.isError && mail.data === undefined && (
        <LoadFailure title="Failed to load your daily mail" of={mail}>
          Nothing was changed.
        </LoadFailure>
      )}
      {mail.data !== undefined && <Choices of={mail.data} />}
    </Sheet>
  );
}

function Choices({ of }: { of: DailyMail }) {
  const { email } = useAdministrator();
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (wanted: Partial<DailyMail>) => call(changeDailyMail, { body: { ...of, ...wanted } }),
    onSuccess: (saved) => {
      queries.setQueryData(adminQueryKeys.dailyMail, saved);
      toast.success('Daily mail saved');
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return (
    <div className="daily-mail">
      <Switch
        label="Send me yesterday’s figures"
        help={`What was sold, redeemed and paid, what waits for you, and the floats. To ${email}.`}
        isOn={of.isOn}
        isBusy={saving.isPending}
        onChange={(isOn) => saving.mutate({ isOn })}
      />
      {of.isOn && (
        <div className="two">
          <SelectField
            label="Time"
            value={String(of.hour)}
            options={HOURS.map((hour) => ({
              value: String(hour),
              label: `${String(hour).padStart(2, '0')}:00`,
            }))}
            onChange={({ target }) => saving.mutate({ hour: Number(target.value) })}
          />
          <SelectField
            label="Language"
            value={of.language}
            options={LANGUAGES}
            onChange={({ target }) => saving.mutate({ language: target.value === 'sw' ? 'sw' : 'en' })}
          />
        </div>
      )}
    </div>
  );
}
