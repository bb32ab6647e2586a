import type { UseFormRegisterReturn } from 'react-hook-form';
import { say } from '../../i18n/say.ts';
import { TextArea, TextField } from '../../ui/field.tsx';

type LetterField = 'subject' | 'message';
type LetterFieldsProps = {
  register: (name: LetterField) => UseFormRegisterReturn;
  problemOf: (name: LetterField) => string | undefined;
};

/** Subject and message of a letter to support. */
export function LetterFields({ register, problemOf }: LetterFieldsProps) {
  return (
    <>
      <TextField
        label={say('Subject')}
        maxLength={120}
        required
        error={problemOf('subject')}
        {...register('subject')}
      />
      <TextArea
        label={say('Message')}
        rows={6}
        maxLength={4000}
        required
        help={say('Never tell us a password, a PIN or the code of a voucher.')}
        error={problemOf('message')}
        {...register('message')}
      />
    </>
  );
}
