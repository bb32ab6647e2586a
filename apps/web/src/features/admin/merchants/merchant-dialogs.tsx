import { addMerchant, updateMerchant } from '@zawadi/contract/merchants';
import type { Merchant } from '@zawadi/contract/merchants';
import { useWatch } from 'react-hook-form';
import { sentenceOf } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { PlaceFields } from '../../shop/place-fields.tsx';
import { BrandFields, ContactFields } from './merchant-fields.tsx';
import type { SameContact } from './same-contact-dialog.tsx';
import {
  bodyOf,
  changedForm,
  emptyForm,
  formOf,
  isContactMoved,
  merchantForm,
  needsReason,
  WIRE_FIELDS,
} from './merchant-form.ts';
import { LISTED_STATUSES, STATUS_WORDS } from './merchant-status.ts';

const EFFECTS: Record<Merchant['status'], string> = {
  ACTIVE: 'The merchant redeems vouchers and is settled.',
  PENDING: 'The merchant signs in and sets up, and cannot redeem.',
  SUSPENDED: 'Staff are signed out within a second and cannot redeem; batches wait.',
  INACTIVE: 'Closed: no sign-in, no redemptions.',
};

/** Edits all data of a merchant that an administrator may change, including its status. */
export function EditMerchant({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const { merchantId, businessName } = merchant;
  const form = useContractForm(updateMerchant, {
    schema: changedForm(merchant),
    defaultValues: formOf(merchant),
    inputOf: (typed) => ({
      body: {
        merchantId,
        ...bodyOf(typed),
        ...(typed.status !== merchant.status && { status: typed.status }),
        ...(needsReason(merchant, typed) && { reason: typed.reason }),
      },
    }),
    fields: WIRE_FIELDS,
    onSaved: ({ action }) => {
      toastOutcome(action ?? { outcome: 'done' }, 'Merchant updated successfully!');
      onClose();
    },
    refresh: [adminQueryKeys.adminMerchants, adminQueryKeys.approvals, adminQueryKeys.workList],
    elsewhere: (error) => toast.error('Failed to update merchant.', sentenceOf(error, '')),
  });
  const [status, contactEmail, contactPhoneNumber] = useWatch({
    control: form.control,
    name: ['status', 'contactEmail', 'contactPhoneNumber'],
  });
  const isMoved = isContactMoved(merchant, { contactEmail, contactPhoneNumber });
  const offered =
    merchant.status === 'INACTIVE' ? [...LISTED_STATUSES, 'INACTIVE' as const] : LISTED_STATUSES;
  return (
    <FormDialog
      title={`Edit Merchant: ${businessName}`}
      action="Save Changes"
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <ContactFields form={form} />
      {isMoved && (
        <p className="small">
          A new address or number of the contact always needs a second administrator. Other changes are saved
          at once.
        </p>
      )}
      <SelectField
        label="Status"
        help={EFFECTS[status]}
        options={offered.map((value) => ({ value, label: STATUS_WORDS[value] }))}
        {...form.register('status')}
      />
      {(status !== merchant.status || isMoved) && (
        <TextField
          label="Reason"
          help={
            status === 'SUSPENDED' && status !== merchant.status
              ? 'The shop reads this reason in our email. Timeline and audit log show it too.'
              : 'For the timeline and the audit log.'
          }
          autoComplete="off"
          maxLength={200}
          error={form.problemOf('reason')}
          {...form.register('reason')}
        />
      )}
      <PlaceFields register={form.register} problemOf={form.problemOf} />
      <BrandFields form={form} savedLogo={merchant.brandingConfig.logoUrl} />
    </FormDialog>
  );
}

type AddMerchantProps = { onSameContact: (others: SameContact) => void; onClose: () => void };

/** Adds a merchant, with status PENDING. The server mails the merchant code and a temporary password to the contact. */
export function AddMerchant({ onSameContact, onClose }: AddMerchantProps) {
  const form = useContractForm(addMerchant, {
    schema: merchantForm,
    defaultValues: emptyForm,
    inputOf: (typed) => ({ body: bodyOf(typed) }),
    fields: WIRE_FIELDS,
    onSaved: ({ sameContact }) => {
      toast.success('Merchant added successfully!', 'The merchant is pending approval.');
      if (sameContact.length > 0) onSameContact(sameContact);
      onClose();
    },
    refresh: [adminQueryKeys.adminMerchants],
    elsewhere: (error) => toast.error('Failed to add merchant. Please try again.', sentenceOf(error, '')),
  });
  return (
    <FormDialog
      title="Add Merchant"
      action="Add Merchant"
      busyLabel="Adding..."
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <p className="muted">
        We email the merchant code and a temporary password to the contact. The merchant can redeem once
        approved.
      </p>
      <ContactFields form={form} />
      <PlaceFields register={form.register} problemOf={form.problemOf} />
      <BrandFields form={form} />
    </FormDialog>
  );
}
