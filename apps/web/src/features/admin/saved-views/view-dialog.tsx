import { saveView, type RelativePeriod, type SavedView } from '@zawadi/contract/saved-views';
import { useState } from 'react';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { newId } from '../../../api/new-id.ts';
import { dayText, nairobiDay } from '../../../ui/calendar-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { periodsWithDays } from '../../lists/relative-period.ts';
import { areEqual, filtersToday, PERIOD_WORDS, type Filters } from './view-filters.ts';

/** The view to change; `new` saves the filters on the screen as a new one. */
export type EditedView = SavedView | 'new';

type ViewDialogProps = { list: string; filters: Filters; edited: EditedView; onClose: () => void };

const FIXED = 'fixed';

/** Names a view, shares it, and chooses whether its period moves with the day. */
export function ViewDialog({ list, filters, edited, onClose }: ViewDialogProps) {
  const view = edited === 'new' ? undefined : edited;
  const [viewId] = useState(() => view?.viewId ?? newId());
  const [takesFilters, setTakesFilters] = useState(view === undefined);
  const { periods, text } = choicesOf(filters);
  const [period, setPeriod] = useState<RelativePeriod | typeof FIXED>(periods[0] ?? FIXED);
  const form = useContractForm(saveView, {
    schema: saveView.body.pick({ name: true, isShared: true }),
    defaultValues: { name: view?.name ?? '', isShared: view?.isShared ?? false },
    inputOf: (read) => ({
      params: { viewId },
      body: { ...read, list, ...(takesFilters || !view ? keptOf(filters, period) : partsOf(view)) },
    }),
    codes: { view_name_used: 'name' },
    refresh: [adminQueryKeys.allSavedViews],
    onSaved: () => {
      onClose();
      toast.success('View saved');
    },
  });
  const hasOtherFilters = view !== undefined && !areEqual(filtersToday(view), filters);
  return (
    <FormDialog
      title={view === undefined ? 'Save this view' : 'Change this view'}
      action="Save view"
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" error={form.problemOf('name')} {...form.register('name')} />
      {hasOtherFilters && (
        <Checkbox
          label="Replace its filters with those on the screen"
          checked={takesFilters}
          onChange={({ target }) => setTakesFilters(target.checked)}
        />
      )}
      {takesFilters && periods.length > 0 && (
        <SelectField
          label="Period"
          help="A period in words moves with the day on which the view is opened."
          value={period}
          onChange={({ target }) => setPeriod(periods.find((one) => one === target.value) ?? FIXED)}
          options={[
            ...periods.map((value) => ({ value, label: PERIOD_WORDS[value] })),
            { value: FIXED, label: `Always ${text}` },
          ]}
        />
      )}
      <Checkbox label="Share with all administrators" {...form.register('isShared')} />
    </FormDialog>
  );
}

/** Returns the moving periods that the filters can mean today, and their days as text. */
function choicesOf({ from, to }: Filters): { periods: RelativePeriod[]; text: string } {
  if (typeof from !== 'string' || typeof to !== 'string') return { periods: [], text: '' };
  const periods = periodsWithDays({ from, to }, nairobiDay(new Date()));
  return {
    periods,
    text: from === to ? dayText(from, 'long') : `${dayText(from, 'long')} – ${dayText(to, 'long')}`,
  };
}

/** Returns what a view keeps: the period in words, or else the days. */
function keptOf(
  filters: Filters,
  period: RelativePeriod | typeof FIXED,
): Pick<SavedView, 'filters' | 'period'> {
  if (period === FIXED) return { filters };
  const { from: _from, to: _to, ...others } = filters;
  return { filters: others, period };
}

function partsOf({ filters, period }: SavedView): Pick<SavedView, 'filters' | 'period'> {
  return { filters, ...(period !== undefined && { period }) };
}
