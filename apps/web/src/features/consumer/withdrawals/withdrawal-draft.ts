import { uuid } from '@zawadi/contract/text';
import { z } from 'zod';
import { readDraft, writeDraft } from '../../forms/draft.ts';
import { isTypedTheSame } from '../../forms/typed-fields.ts';
import { withdrawalFormSchema, type WithdrawalForm } from './withdrawal-form.ts';

const registeredSchema = z.object({
  requestId: uuid,
  amount: z.number().int(),
  billReferenceNumber: z.string(),
  partyA: z.string(),
  form: withdrawalFormSchema,
});
/** What the registration answered; the pay-out has to repeat it. */
export type RegisteredWithdrawal = z.infer<typeof registeredSchema>;

const draftSchema = z.object({
  typed: withdrawalFormSchema.optional(),
  registered: registeredSchema.optional(),
});
type WithdrawalDraft = z.infer<typeof draftSchema>;

const NAME = 'withdrawal';

/** What was typed and registered in this tab so far. */
export function readWithdrawalDraft(userId: string): WithdrawalDraft {
  return readDraft(NAME, userId, draftSchema) ?? {};
}

/** Keeps what is typed; what was registered stays. */
export function keepTypedWithdrawal(userId: string, typed: WithdrawalForm): void {
  writeDraft(NAME, userId, { ...readWithdrawalDraft(userId), typed });
}

/** Keeps the answer of a registration. */
export function keepRegisteredWithdrawal(userId: string, registered: RegisteredWithdrawal): void {
  writeDraft(NAME, userId, { typed: registered.form, registered });
}

/** The form is filled in again. */
export function forgetWithdrawal(userId: string): void {
  writeDraft(NAME, userId, {});
}

/** The registration of a withdrawal that is typed just as it was registered. */
export function registeredAsTyped(
  typed: WithdrawalForm,
  draft: WithdrawalDraft,
): RegisteredWithdrawal | undefined {
  const { registered } = draft;
  return registered && isTypedTheSame(typed, registered.form) ? registered : undefined;
}
