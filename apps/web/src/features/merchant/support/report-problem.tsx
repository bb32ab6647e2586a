import { writeToSupport, type LetterAbout } from '@zawadi/contract/support';
import { useState } from 'react';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { LetterFields } from './letter-fields.tsx';
import { Letters, useLettersAbout } from './letters.tsx';
import './support.css';

type ProblemReportsProps = {
  about: LetterAbout;
  /** Subject of a new letter; its writer may change it. */
  subject: string;
};

/** Letters about one object with their state and answer, and a button that writes another one. */
export function ProblemReports({ about, subject }: ProblemReportsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: letters = [] } = useLettersAbout(about);
  return (
    <div className="stack-2">
      {letters.length > 0 && <Letters letters={letters} />}
      <div>
        <Button variant="secondary" small onClick={() => setIsOpen(true)}>
          {say('Report a problem')}
        </Button>
      </div>
      {isOpen && <ReportDialog about={about} subject={subject} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** Form for a letter about one object, which is attached to it. */
export function ReportDialog({ about, subject, onClose }: ProblemReportsProps & { onClose: () => void }) {
  const { register, submit, isBusy, problemOf } = useContractForm(writeToSupport, {
    schema: writeToSupport.body.omit({ about: true, reference: true }),
    defaultValues: { subject, message: '' },
    inputOf: (read) => ({ body: { ...read, about } }),
    refresh: [queryKeys.allOwnLetters],
    onSaved: () => {
      toast.success(say('Your message was sent'), say('You see our answer here and in your email.'));
      onClose();
    },
    elsewhere: 'root',
    fallback: say('Your message was not sent. Please try again.'),
  });
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
