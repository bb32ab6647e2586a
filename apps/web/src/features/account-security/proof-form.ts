import { presentedPassword, secondFactor } from '@zawadi/contract/text';
import { CallRefused } from '../../api/call.ts';
import { problemsOf, problemWith } from '../forms/typed-fields.ts';
import type { FieldProblems } from '../forms/typed-fields.ts';

/** What proves that it is the owner who asks. */
export type Proof = { password: string; otp: string };

/** The contract's sentence per field that does not fit; without a second factor there is no code. */
export function proofProblems({ password, otp }: Proof, needsCode: boolean): FieldProblems<keyof Proof> {
  return problemsOf({
    password: problemWith(presentedPassword, password),
    otp: needsCode ? problemWith(secondFactor, otp) : undefined,
  });
}

/** The field that a refusal is about. */
export function refusedField(error: unknown): keyof Proof | undefined {
  if (!(error instanceof CallRefused)) return undefined;
  if (error.code === 'password_wrong') return 'password';
  return error.code === 'verification_code_invalid' || error.code === 'otp_required' ? 'otp' : undefined;
}
