import { useQueryClient } from '@tanstack/react-query';
import {
  changeTemplate,
  type EmailWording,
  type SmsWording,
  type TemplateState,
} from '@zawadi/contract/messages';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { Differences } from '../audit/differences.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { describeWording, LANGUAGE_WORDS } from './message-words.ts';

type ConfirmMessageProps = {
  state: TemplateState;
  /** Null goes back to the words that the message came with. */
  wording: EmailWording | SmsWording | null;
  onClose: () => void;
};

/** Says which words change, and keeps them. */
export function ConfirmMessage({ state, wording, onClose }: ConfirmMessageProps) {
  const queries = useQueryClient();
  const refresh = async () => queries.invalidateQueries({ queryKey: queryKeys.templates });
  const { channel, template, language, latestVersionId: basedOn } = state;
  return (
    <ConfirmDialog
      title={`Change the ${LANGUAGE_WORDS[language]} words of “${state.title}”?`}
      reason="required"
      action="Change"
      busyLabel="Saving..."
      confirm={async (reason) => {
        const params = { channel, template, language };
        await call(changeTemplate, { params, body: { wording, reason, basedOn } });
        toast.success('Saved');
        onClose();
        await refresh();
      }}
      onClose={onClose}
    >
      <Differences
        before={describeWording(state.wording)}
        after={describeWording(wording ?? state.defaultWording)}
      />
      <p className="muted">It counts for messages from now on, to everybody who reads this language.</p>
    </ConfirmDialog>
  );
}
