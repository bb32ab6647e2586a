import { useQueryClient } from '@tanstack/react-query';
import { addMerchant } from '@zawadi/contract/merchants';
import { call, sentenceOf } from '../../../api/call.ts';
import { showAtFields } from '../../../api/field-problems.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { BrandFields, ContactFields } from './merchant-fields.tsx';
import { bodyOf, useMerchantForm, WIRE_FIELDS } from './merchant-form.ts';

/** A new merchant, pending approval; its code and a temporary password are mailed to the contact. */
export function AddMerchant({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const form = useMerchantForm();
  const submit = form.handleSubmit(async (typed) => {
    try {
      await call(addMerchant, { body: bodyOf(typed) });
      toast.success('Merchant added successfully!', 'The merchant is pending approval.');
      onClose();
      await queries.invalidateQueries({ queryKey: queryKeys.adminMerchants });
    } catch (error) {
      if (!showAtFields(error, form.setError, WIRE_FIELDS))
        toast.error('Failed to add merchant. Please try again.', sentenceOf(error, ''));
    }
  });
  return (
    <FormDialog
      title="Add Merchant"
      action="Add Merchant"
      busyLabel="Adding..."
      isBusy={form.formState.isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <p className="muted">
        The merchant code and a temporary password are mailed to the contact. They can set everything up, and
        redeem once you approve them.
      </p>
      <ContactFields form={form} />
      <BrandFields form={form} />
    </FormDialog>
  );
}
