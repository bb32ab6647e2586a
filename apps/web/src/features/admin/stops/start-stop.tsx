import { startStop } from '@zawadi/contract/stops-admin';
import { suggestedSentences } from '@zawadi/contract/stops-sentences';
import type { StopName } from '@zawadi/contract/stops';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { STOPS } from './stop-words.ts';

/** Stops something for everybody, with a sentence that customers and shops read. */
export function StartStop({ name, onClose }: { name: StopName; onClose: () => void }) {
  const { label, does } = STOPS[name];
  const { register, submit, isBusy, problemOf } = useContractForm(startStop, {
    schema: startStop.body,
    defaultValues: { name, sentence: suggestedSentences[name], reason: '' },
    onSaved: () => {
      toast.success(`${label} is stopped`);
      onClose();
    },
    refresh: [adminQueryKeys.stops, queryKeys.settings, adminQueryKeys.alerts],
    elsewhere: 'root',
    fallback: 'It could not be stopped.',
  });
  const problem = problemOf('root');
  return (
    <FormDialog
      title={`Stop ${name}?`}
      action={`Stop ${name}`}
      busyLabel="Stopping..."
      variant="danger"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">{does} Two administrators start it again.</p>
      {problem !== undefined && (
        <Alert tone="danger" isLive>
          {problem}
        </Alert>
      )}
      <TextArea
        label="What people read in English"
        rows={3}
        maxLength={200}
        error={problemOf('sentence.en')}
        {...register('sentence.en')}
      />
      <TextArea
        label="What people read in Kiswahili"
        lang="sw"
        rows={3}
        maxLength={200}
        error={problemOf('sentence.sw')}
        {...register('sentence.sw')}
      />
      <TextField
        label="Reason"
        help="Only administrators read it."
        autoComplete="off"
        maxLength={200}
        error={problemOf('reason')}
        {...register('reason')}
      />
    </FormDialog>
  );
}
