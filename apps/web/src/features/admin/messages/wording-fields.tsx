import type { TemplateChannel } from '@zawadi/contract/messages';
import type { UseFormRegister } from 'react-hook-form';
import { TextArea, TextField } from '../../../ui/field.tsx';
import type { typedWording } from './message-words.ts';

type WordingFieldsProps = {
  channel: TemplateChannel;
  register: UseFormRegister<ReturnType<typeof typedWording>>;
  isReadOnly: boolean;
};

/** The fields of a wording: an SMS has its text alone. */
export function WordingFields({ channel, register, isReadOnly: readOnly }: WordingFieldsProps) {
  if (channel === 'sms') {
    return (
      <TextArea
        label="Text"
        rows={5}
        maxLength={480}
        help="On one line"
        readOnly={readOnly}
        {...register('text')}
      />
    );
  }
  return (
    <>
      <TextField label="Subject" maxLength={150} readOnly={readOnly} {...register('subject')} />
      <TextField label="Heading" maxLength={150} readOnly={readOnly} {...register('heading')} />
      <TextArea
        label="Text"
        rows={8}
        maxLength={4000}
        help="An empty line begins a new paragraph. Figures, codes and buttons are added by themselves."
        readOnly={readOnly}
        {...register('text')}
      />
      <TextField label="Small print" isOptional maxLength={500} readOnly={readOnly} {...register('note')} />
    </>
  );
}
