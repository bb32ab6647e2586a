import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '@zawadi/contract/invoices';
import {
  changeBuyerDetails,
  listOwnInvoices,
  ownInvoicePdf,
  readBuyerDetails,
} from '@zawadi/contract/invoices-own';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { useState } from 'react';
import { call, fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { monthText } from '../../../ui/calendar-text.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { FactsSkeleton } from '../../../ui/skeleton.tsx';
import { dateText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { BackLink } from '../../lists/detail-screen.tsx';
import { say } from '../../../i18n/say.ts';

const columns = (): Column<Invoice>[] => [
  { label: say('Month'), cell: ({ month }) => monthText(month, 'long'), cardPart: 'name' },
  { label: say('Number'), cell: ({ number }) => number, cardPart: 'second', className: 'code' },
  { label: say('Issued'), cell: ({ issuedAt }) => dateText(new Date(issuedAt)), cardPart: 'third' },
  {
    label: say('eTIMS number'),
    cell: ({ etimsNumber }) => etimsNumber ?? say('Not available yet'),
    from: 900,
    className: 'muted',
  },
  {
    label: say('Fees with VAT'),
    cell: ({ amount }) => <Money amountShillings={amount} />,
    isRight: true,
    cardPart: 'amount',
  },
  {
    label: say('File'),
    isRight: true,
    cell: ({ number }) => (
      <ExportButton fetching={async () => fetchFile(ownInvoicePdf, { params: { number } })}>PDF</ExportButton>
    ),
    cardPart: 'side',
  },
];

/** Invoices for the fees deducted from settlements. */
export function InvoicesScreen() {
  const list = usePages(listOwnInvoices, { queryKey: queryKeys.ownInvoices });
  const isSetUp = list.data?.pages[0]?.isSetUp === true;
  return (
    <ListScreen
      title={say('Invoices')}
      intro={<BackLink to="/merchant/dashboard/settlements" label={say('Settlements')} />}
      above={<OnYourInvoices />}
      caption={say('Invoices for settlement fees, newest first')}
      columns={columns()}
      rows={list.data?.pages.flatMap(({ invoices }) => invoices)}
      rowKey={({ number }) => number}
      paging={list}
      failed={{ title: say('Failed to load your invoices'), text: say('We could not reach the server.') }}
      none={{
        title: say('No invoices yet'),
        text: isSetUp
          ? say('You get one when a month with settlement fees is over.')
          : say('Zawadi does not issue invoices here yet. Your settlements show each fee.'),
      }}
    />
  );
}

type Details = CallAnswer<typeof readBuyerDetails>;

/** The merchant's details that future invoices will show. */
function OnYourInvoices() {
  const details = useQuery({
    queryKey: queryKeys.buyerDetails,
    queryFn: ({ signal }) => call(readBuyerDetails, { signal }),
  });
  const [isChanging, setChanging] = useState(false);
  if (details.data === undefined) {
    if (!details.isError) return <FactsSkeleton rows={2} />;
    return (
      <Sheet>
        <LoadFailure of={details}>{say('Your invoices are not affected.')}</LoadFailure>
      </Sheet>
    );
  }
  const { kraPin, address } = details.data;
  return (
    <Sheet
      title={say('Your details')}
      isPadded
      action={
        <Button variant="secondary" small onClick={() => setChanging(true)}>
          {say('Change')}
        </Button>
      }
    >
      <Facts
        facts={[
          { label: say('KRA PIN'), value: kraPin === '' ? say('Not given') : kraPin },
          { label: say('Address'), value: address === '' ? say('Not given') : address },
        ]}
      />
      {isChanging && <ChangeDetails details={details.data} onClose={() => setChanging(false)} />}
    </Sheet>
  );
}

function ChangeDetails({ details, onClose }: { details: Details; onClose: () => void }) {
  const { register, submit, isBusy, problemOf } = useContractForm(changeBuyerDetails, {
    schema: changeBuyerDetails.body,
    defaultValues: details,
    onSaved: () => {
      toast.success(say('Saved'), say('Invoices already issued do not change.'));
      onClose();
    },
    refresh: [queryKeys.buyerDetails],
    fallback: say('This could not be saved.'),
  });
  return (
    <FormDialog
      title={say('Your details')}
      action={say('Save')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={say('KRA PIN')}
        isOptional
        help={say('Without it you may not be able to claim the VAT.')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={problemOf('kraPin')}
        {...register('kraPin')}
      />
      <TextField
        label={say('Address')}
        isOptional
        autoComplete="street-address"
        error={problemOf('address')}
        {...register('address')}
      />
    </FormDialog>
  );
}
