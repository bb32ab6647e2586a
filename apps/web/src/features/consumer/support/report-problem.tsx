import { writeAsConsumer, type ConsumerLetterAbout } from '@zawadi/contract/support';
import { useState } from 'react';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { Letters } from '../../support/letters.tsx';
import { ReportDialog } from '../../support/report-dialog.tsx';
import { useLettersAbout } from './use-letters.ts';

type ReportProps = {
  about: ConsumerLetterAbout;
  /** Subject of a new letter; its writer may change it. */
  subject: string;
};

/** The own letters about a payment or gift with their answers, and a button that writes another one. */
export function ProblemReports({ about, subject }: ReportProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="stack-2">
      <LettersAbout about={about} />
      <div>
        <Button variant="secondary" small onClick={() => setIsOpen(true)}>
          {say('Report a problem')}
        </Button>
      </div>
      {isOpen && <ReportProblem about={about} subject={subject} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** The own letters about a payment or gift; nothing while there are none. */
export function LettersAbout({ about }: Pick<ReportProps, 'about'>) {
  const { data } = useLettersAbout(about);
  return data === undefined || data.letters.length === 0 ? null : <Letters letters={data.letters} />;
}

/** Dialog with a letter about a payment or gift. */
export function ReportProblem({ about, subject, onClose }: ReportProps & { onClose: () => void }) {
  const form = useContractForm(writeAsConsumer, {
    schema: writeAsConsumer.body.omit({ about: true }),
    defaultValues: { subject, message: '' },
    inputOf: (read) => ({ body: { ...read, about } }),
    refresh: [queryKeys.allOwnLetters],
    onSaved: () => {
      toast.success(say('Your message was sent'), say('You see our answer here and under Your letters.'));
      onClose();
    },
    elsewhere: 'root',
    fallback: say('Your message was not sent. Please try again.'),
  });
  return <ReportDialog form={form} onClose={onClose} />;
}
