import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reportGiftPhoto, showGiftPhoto } from '@zawadi/contract/gift-photos';
import { useState } from 'react';
import { call, fetchFile, sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { firstNameOf } from '../../ui/first-name.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { FilePicture } from '../pictures/file-picture.tsx';
import './giver-photo.css';

type GiverPhotoProps = { claimToken: string; senderName: string };

/** The giver's photo on the ticket, loaded when the recipient asks for it, and the button that reports it. */
export function GiverPhoto({ claimToken, senderName }: GiverPhotoProps) {
  const [isAsking, setAsking] = useState(false);
  const showing = useMutation({
    mutationFn: async () => fetchFile(showGiftPhoto, { body: { claimToken } }),
    onError: (error) => toast.error(sentenceOf(error)),
  });
  if (showing.data === undefined) {
    return (
      <div className="giver-photo">
        <Button
          variant="secondary"
          small
          onClick={() => showing.mutate()}
          isBusy={showing.isPending}
          busyLabel={say('Loading...')}
        >
          {say('Show photo')}
        </Button>
      </div>
    );
  }
  return (
    <div className="giver-photo" aria-live="polite">
      <FilePicture file={showing.data} alt={say('Photo from {name}', { name: firstNameOf(senderName) })} />
      <button type="button" className="giver-photo-report" onClick={() => setAsking(true)}>
        {say('Report this photo')}
      </button>
      {isAsking && <ReportDialog claimToken={claimToken} onClose={() => setAsking(false)} />}
    </div>
  );
}

function ReportDialog({ claimToken, onClose }: { claimToken: string; onClose: () => void }) {
  const queries = useQueryClient();
  const reporting = useMutation({
    mutationFn: () => call(reportGiftPhoto, { body: { claimToken } }),
    onSuccess: async () => {
      toast.success(say('The photo is hidden. Zawadi support looks at it.'));
      await queries.invalidateQueries({ queryKey: queryKeys.voucher(claimToken) });
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return (
    <FormDialog
      title={say('Report this photo?')}
      action={say('Report photo')}
      busyLabel={say('Sending...')}
      isBusy={reporting.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        reporting.mutate();
      }}
      onClose={onClose}
    >
      <p>
        {say('It disappears from this page at once, and support decides about it. The gift stays yours.')}
      </p>
    </FormDialog>
  );
}
