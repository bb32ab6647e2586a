import { presentedPassword, secondFactor } from '@zawadi/contract/text';
import { CallRefused } from '../../api/call.ts';
import { problemsOf, problemWith } from '../forms/typed-fields.ts';
import type { FieldProblems } from '../forms/typed-fields.ts';

/** Proof that the account's owner makes the request. */
export type Proof = { password: string; otp: string };

/** Returns the contract's sentence for each invalid field. Ignores the code if the account has no second factor. */
export function proofProblems({ password, otp }: Proof, needsCode: boolean): FieldProblems<keyof Proof> {
  return problemsOf({
    password: problemWith(presentedPassword, password),
    otp: needsCode ? problemWith(secondFactor, otp) : undefined,
  });
}

/** Returns the field that a refusal concerns. */
export function refusedField(error: unknown): keyof Proof | undefined {
  if (!(error instanceof CallRefused)) return undefined;
  if (error.code === 'password_wrong') return 'password';
  return error.code === 'verification_code_invalid' || error.code === 'otp_required' ? 'otp' : undefined;
}
