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
/** The answer to the registration; the request that sends the withdrawal repeats these values. */
export type RegisteredWithdrawal = z.infer<typeof registeredSchema>;

const draftSchema = z.object({
  typed: withdrawalFormSchema.optional(),
  registered: registeredSchema.optional(),
});
type WithdrawalDraft = z.infer<typeof draftSchema>;

const NAME = 'withdrawal';

/** Reads the withdrawal that was typed or registered in this tab. */
export function readWithdrawalDraft(userId: string): WithdrawalDraft {
  return readDraft(NAME, userId, draftSchema) ?? {};
}

/** Stores the typed withdrawal; the registered one stays stored. */
export function keepTypedWithdrawal(userId: string, typed: WithdrawalForm): void {
  writeDraft(NAME, userId, { ...readWithdrawalDraft(userId), typed });
}

/** Stores the answer to a registration. */
export function keepRegisteredWithdrawal(userId: string, registered: RegisteredWithdrawal): void {
  writeDraft(NAME, userId, { typed: registered.form, registered });
}

/** Deletes the draft, so that the form starts empty. */
export function forgetWithdrawal(userId: string): void {
  writeDraft(NAME, userId, {});
}

/** Returns the registration if the typed values equal the registered ones. */
export function registeredAsTyped(
  typed: WithdrawalForm,
  draft: WithdrawalDraft,
): RegisteredWithdrawal | undefined {
  const { registered } = draft;
  return registered && isTypedTheSame(typed, registered.form) ? registered : undefined;
}
