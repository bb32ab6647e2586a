import { useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import {
  changeInvoicing,
  invoicing as schema,
  type Invoicing,
  type readInvoicing,
} from '@zawadi/contract/invoices';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { monthText, nairobiDay } from '../../../ui/calendar-text.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { resolverOf } from '../../forms/typed-fields.ts';
import { Differences } from '../audit/differences.tsx';
import { latestMonths } from './invoice-search.ts';
import { describeInvoicing, invoicingOf, problemsInInvoicing, typedInvoicing } from './typed-invoicing.ts';
import '../versions/versions.css';

type State = CallAnswer<typeof readInvoicing>;
type ChangeInvoicingProps = { state: State; onClose: () => void };

const MONTHS_OFFERED = 24;

/** Edits issuer and VAT; a dialog lists the changes and their start before they are saved. */
export function ChangeInvoicing({ state, onClose }: ChangeInvoicingProps) {
  const [chosen, setChosen] = useState<Invoicing>();
  const [today] = useState(() => nairobiDay(new Date()));
  const { invoicing } = state;
  const months = [
    ...new Set(
      [today.slice(0, 7), ...latestMonths(today, MONTHS_OFFERED), invoicing?.firstMonth ?? []].flat(),
    ),
  ];
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverOf(problemsInInvoicing),
    defaultValues: typedInvoicing(state, today),
  });
  const { errors } = formState;
  return (
    <Sheet title="Change who issues invoices" isPadded>
      <form
        className="stack-5"
        noValidate
        onSubmit={(event) => void handleSubmit((typed) => setChosen(schema.parse(invoicingOf(typed))))(event)}
      >
        <fieldset className="figure-fields">
          <legend className="label mb-1.5">On every invoice</legend>
          <TextField
            label="Business name"
            autoComplete="organization"
            error={errors.name?.message}
            {...register('name')}
          />
          <TextField
            label="KRA PIN"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={errors.kraPin?.message}
            {...register('kraPin')}
          />
          <TextField
            label="Address"
            autoComplete="street-address"
            error={errors.address?.message}
            {...register('address')}
          />
        </fieldset>
        <fieldset className="figure-fields">
          <legend className="label mb-1.5">Fees</legend>
          <TextField
            label="VAT, in percent"
            help="Fees include it. A fee has the rate of the day on which it was earned."
            inputMode="decimal"
            autoComplete="off"
            error={errors.vat?.message}
            {...register('vat')}
          />
          <SelectField
            label="First month with invoices"
            help="Months before it get none."
            options={months.map((month) => ({ value: month, label: monthText(month, 'long') }))}
            error={errors.firstMonth?.message}
            {...register('firstMonth')}
          />
        </fieldset>
        <div className="actions">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Review change</Button>
        </div>
      </form>
      {chosen !== undefined && (
        <ConfirmInvoicing
          state={state}
          invoicing={chosen}
          onClose={() => setChosen(undefined)}
          onDone={onClose}
        />
      )}
    </Sheet>
  );
}

type ConfirmInvoicingProps = ChangeInvoicingProps & { invoicing: Invoicing; onDone: () => void };

function ConfirmInvoicing({ state, invoicing, onClose, onDone }: ConfirmInvoicingProps) {
  const queries = useQueryClient();
  const [day, setDay] = useState('');
  const refresh = async () => queries.invalidateQueries({ queryKey: adminQueryKeys.invoices });
  return (
    <ConfirmDialog
      title="Change invoices?"
      reason="required"
      action="Change"
      busyLabel="Saving..."
      confirm={async (reason) => {
        const effectiveFrom = day === '' ? undefined : day;
        await call(changeInvoicing, {
          body: { invoicing, effectiveFrom, reason, basedOn: state.latestVersionId },
        });
        toast.success('Saved');
        onDone();
        await refresh();
      }}
      onFailed={() => void refresh()}
      onClose={onClose}
    >
      <Differences
        before={state.invoicing ? describeInvoicing(state.invoicing) : {}}
        after={describeInvoicing(invoicing)}
      />
      <p className="muted">Invoices already issued do not change.</p>
      <DateField
        label="From"
        isOptional
        help="Starts at midnight in Nairobi. Leave empty to start now."
        value={day}
        onChange={setDay}
      />
    </ConfirmDialog>
  );
}
