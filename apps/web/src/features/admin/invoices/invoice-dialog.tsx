import { adminInvoicePdf, enterEtimsNumber, type Invoice } from '@zawadi/contract/invoices';
import { fetchFile } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { monthText } from '../../../ui/calendar-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Money } from '../../../ui/money.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { Cents } from '../cents.tsx';
import { useRights } from '../use-rights.ts';

type InvoiceDialogProps = { invoice: Invoice; onClose: () => void };

/** One invoice: its total, its PDF, and its eTIMS number, which finance enters. */
export function InvoiceDialog(props: InvoiceDialogProps) {
  const { mayMoveMoney } = useRights();
  if (mayMoveMoney) return <EtimsForm {...props} />;
  const { invoice, onClose } = props;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Invoice ${invoice.number}`}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <InvoiceFacts invoice={invoice} />
    </Dialog>
  );
}

function EtimsForm({ invoice, onClose }: InvoiceDialogProps) {
  const { number } = invoice;
  const { register, submit, isBusy, problemOf } = useContractForm(enterEtimsNumber, {
    schema: enterEtimsNumber.body,
    defaultValues: { etimsNumber: invoice.etimsNumber ?? '' },
    inputOf: (body) => ({ params: { number }, body }),
    onSaved: () => {
      toast.success('eTIMS number saved');
      onClose();
    },
    refresh: [adminQueryKeys.invoices],
    codes: { etims_number_used: 'etimsNumber', setting_same: 'etimsNumber' },
    fallback: 'The number could not be saved.',
  });
  return (
    <FormDialog
      title={`Invoice ${number}`}
      action="Save eTIMS number"
      dismiss="Close"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <InvoiceFacts invoice={invoice} />
      <TextField
        label="eTIMS number"
        help="As it stands on the invoice in KRA’s eTIMS; it then is on the PDF too."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={problemOf('etimsNumber')}
        {...register('etimsNumber')}
      />
    </FormDialog>
  );
}

function InvoiceFacts({ invoice }: Pick<InvoiceDialogProps, 'invoice'>) {
  const { number, buyerName, merchantCode, month, issuedAt, netCents, vatCents, amount, etimsNumber } =
    invoice;
  return (
    <>
      <Facts
        facts={[
          { label: 'To', value: `${buyerName} (${merchantCode})` },
          { label: 'Settlement fees of', value: monthText(month, 'long') },
          { label: 'Issued', value: exactTimeText(new Date(issuedAt)) },
          { label: 'Without VAT', value: <Cents amountCents={netCents} /> },
          { label: 'VAT', value: <Cents amountCents={vatCents} /> },
          { label: 'With VAT', value: <Money amountShillings={amount} /> },
          etimsNumber !== undefined && { label: 'eTIMS number', value: etimsNumber },
        ]}
      />
      <p>
        <ExportButton fetching={async () => fetchFile(adminInvoicePdf, { params: { number } })}>
          PDF invoice
        </ExportButton>
      </p>
    </>
  );
}
