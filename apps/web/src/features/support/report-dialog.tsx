import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { ContractForm } from '../forms/use-contract-form.ts';
import { LetterFields } from './letter-fields.tsx';

type ReportDialogProps = {
  form: Pick<
    ContractForm<{ subject: string; message: string }>,
    'register' | 'submit' | 'isBusy' | 'problemOf'
  >;
  onClose: () => void;
};

/** Form for a letter about one object, which is attached to it. */
export function ReportDialog({ form: { register, submit, isBusy, problemOf }, onClose }: ReportDialogProps) {
  const problem = problemOf('root');
  return (
    <FormDialog
      title={say('Report a problem')}
      action={say('Send message')}
      busyLabel={say('Sending...')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <LetterFields register={register} problemOf={problemOf} />
      {problem !== undefined && (
        <Alert tone="danger" isLive>
          {problem}
        </Alert>
      )}
    </FormDialog>
  );
}
