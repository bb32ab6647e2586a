import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminReason } from '@zawadi/contract/approvals';
import {
  MPESA_TEMPLATES,
  posting as postingSchema,
  requestPosting,
  type Posting,
  type PostingTemplate,
} from '@zawadi/contract/posting-requests';
import { DOCUMENT_TYPES } from '@zawadi/contract/documents';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { call, sentenceOf } from '../../../api/call.ts';
import { newId } from '../../../api/new-id.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { DialogMessage } from '../../forms/confirm-dialog.tsx';
import { problemsOf, problemWith, resolverOf } from '../../forms/typed-fields.ts';
import { problemWithDocument, sendDocument } from '../documents/send-document.ts';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { toastOutcome } from '../say-outcome.ts';
import '../reconciliation/reconciliation.css';
import { centsTyped } from './cents-typed.ts';
import { TEMPLATE_WORDS } from './posting-words.ts';

/** The templates that a page offers, with the customer and the credit that they concern. */
export type PostingStart = {
  templates: readonly PostingTemplate[];
  userId?: string;
  merchantId?: string;
  creditId?: string;
  payee?: string;
  /** The amount to begin with, in shillings. */
  amount?: number;
  reference?: string;
};

type Typed = {
  template: PostingTemplate;
  amount: string;
  payee: string;
  reference: string;
  reason: string;
};

const { payee: payeeSchema } = requestPosting.body.shape;

/** Requests a posting by template, with its document. A second administrator has to approve it. */
export function NewPosting({ start, onClose }: { start: PostingStart; onClose: () => void }) {
  // One id per dialog, so that a repeated click makes only one posting.
  const [postingId] = useState(() => newId());
  const [file, setFile] = useState<{ documentId: string; content: File }>();
  const [isChecked, setChecked] = useState(false);
  const queries = useQueryClient();
  const [first = 'bank-float-in'] = start.templates;
  const { register, handleSubmit, control, formState } = useForm<Typed>({
    resolver: resolverOf<Typed>((typed) => problemsIn(typed, start)),
    defaultValues: {
      template: first,
      amount: start.amount === undefined ? '' : start.amount.toLocaleString('en-KE'),
      payee: start.payee ?? '',
      reference: start.reference ?? '',
      reason: '',
    },
  });
  const [template, amount] = useWatch({ control, name: ['template', 'amount'] });
  const words = TEMPLATE_WORDS[template];
  const planned = plannedOf(start, { template, amount });
  const problem = problemWithDocument(file?.content);
  const requesting = useMutation({
    mutationFn: async ({ typed, document }: { typed: Typed; document: NonNullable<typeof file> }) => {
      const { documentId, content } = document;
      await sendDocument(documentId, content);
      const { payee, reference, reason } = typed;
      return call(requestPosting, {
        body: { postingId, posting: planned as Posting, payee, reference, reason, documentId },
      });
    },
    onSuccess: ({ action }) => {
      toastOutcome(action, 'Posted');
      onClose();
      for (const queryKey of [adminQueryKeys.postings, adminQueryKeys.approvals])
        void queries.invalidateQueries({ queryKey });
    },
  });
  const submit = handleSubmit((typed) => {
    if (file !== undefined && problem === undefined && planned !== undefined && !requesting.isPending)
      requesting.mutate({ typed, document: file });
  });
  return (
    <FormDialog
      title={start.templates.length === 1 ? `${words.name}?` : 'New posting'}
      action="Ask for approval"
      isBusy={requesting.isPending}
      busyLabel="Sending..."
      onSubmit={(event) => {
        setChecked(true);
        void submit(event);
      }}
      onClose={onClose}
    >
      {start.templates.length > 1 && (
        <SelectField
          label="Template"
          options={start.templates.map((value) => ({ value, label: TEMPLATE_WORDS[value].name }))}
          {...register('template')}
        />
      )}
      <p className="muted">{words.effect}</p>
      {requesting.isError && (
        <Alert tone="danger" isLive>
          {sentenceOf(requesting.error)}
        </Alert>
      )}
      <MoneyField
        label="Amount"
        inputMode="decimal"
        error={formState.errors.amount?.message}
        {...register('amount')}
      />
      <DialogMessage value={requesting.isError ? sentenceOf(requesting.error) : undefined}>
        <EffectOfAction action={planned && { kind: 'posting', posting: planned }} />
      </DialogMessage>
      <TextField
        label={words.payee}
        autoComplete="off"
        maxLength={100}
        error={formState.errors.payee?.message}
        {...register('payee')}
      />
      <TextField
        label={MPESA_TEMPLATES.includes(template) ? 'M-PESA’s receipt' : 'Reference'}
        isOptional={!MPESA_TEMPLATES.includes(template)}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        error={formState.errors.reference?.message}
        {...register('reference')}
      />
      <TextField
        label="Document"
        className="statement-file"
        type="file"
        help="PDF, JPEG or PNG, at most 5 MB"
        accept={DOCUMENT_TYPES.join(',')}
        error={isChecked ? problem : undefined}
        onChange={({ target }) => {
          const content = target.files?.[0];
          setFile(content && { documentId: newId(), content });
        }}
      />
      <TextField
        label="Reason"
        autoComplete="off"
        maxLength={200}
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  );
}

function plannedOf(
  { userId, merchantId, creditId }: PostingStart,
  { template, amount }: Pick<Typed, 'template' | 'amount'>,
): Posting | undefined {
  const amountCents = centsTyped(amount);
  return postingSchema.safeParse({ template, amountCents, userId, merchantId, creditId }).data;
}

function problemsIn({ template, amount, payee, reference, reason }: Typed, start: PostingStart) {
  const { userId, merchantId, creditId } = start;
  const amountCents = centsTyped(amount);
  const parsed = postingSchema.safeParse({ template, amountCents, userId, merchantId, creditId });
  const isReceiptMissing = MPESA_TEMPLATES.includes(template) && reference.trim() === '';
  return problemsOf({
    amount: parsed.error?.issues[0]?.message,
    payee: problemWith(payeeSchema, payee),
    reference: isReceiptMissing ? 'Please enter M-PESA’s receipt of this movement.' : undefined,
    reason: problemWith(adminReason, reason),
  });
}
