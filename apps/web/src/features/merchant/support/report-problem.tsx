import { writeToSupport, type LetterAbout } from '@zawadi/contract/support';
import { useState } from 'react';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { Letters } from '../../support/letters.tsx';
import { ReportDialog } from '../../support/report-dialog.tsx';
import { useLettersAbout } from './use-letters.ts';

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
      {isOpen && <ReportForm about={about} subject={subject} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function ReportForm({ about, subject, onClose }: ProblemReportsProps & { onClose: () => void }) {
  const form = useContractForm(writeToSupport, {
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
  return <ReportDialog form={form} onClose={onClose} />;
}
