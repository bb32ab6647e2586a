import { useQuery } from '@tanstack/react-query';
import { decideReportedPhoto, showReportedPhoto } from '@zawadi/contract/gift-photos-reported';
import type { Review } from '@zawadi/contract/reviews';
import { useState } from 'react';
import { call, fetchFile, sentenceOf } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import { FilePicture } from '../../pictures/file-picture.tsx';
import './decide-photo-dialog.css';

type Decision = 'remove' | 'restore';
type DecidePhotoDialogProps = { review: Review; onClose: () => void };

const DECISIONS = [
  { value: 'remove', label: 'Delete the photo', help: 'For good. The giver sees that support removed it.' },
  { value: 'restore', label: 'Show it again', help: 'The recipient can see it again on the gift page.' },
] as const;

/** Shows a reported photo, which goes on record, and asks whether it stays. */
export function DecidePhotoDialog({ review, onClose }: DecidePhotoDialogProps) {
  const { reviewId } = review;
  const [decision, setDecision] = useState<Decision>('remove');
  const isRemoved = decision === 'remove';
  return (
    <ConfirmMoneyDialog
      title="May this photo stay on the gift?"
      action={isRemoved ? 'Delete photo' : 'Show photo again'}
      isDangerous={isRemoved}
      send={async (reason) =>
        void (await call(decideReportedPhoto, { body: { reviewId, decision, reason } }))
      }
      said={{ title: isRemoved ? 'Photo deleted' : 'Photo shown again' }}
      onClose={onClose}
    >
      <ReportedPhoto reviewId={reviewId} />
      <RadioList label="Decision" options={DECISIONS} value={decision} onChange={setDecision} />
    </ConfirmMoneyDialog>
  );
}

function ReportedPhoto({ reviewId }: { reviewId: string }) {
  const { data, error } = useQuery({
    queryKey: [...adminQueryKeys.reviews, reviewId, 'photo'],
    queryFn: ({ signal }) => fetchFile(showReportedPhoto, { body: { reviewId }, signal }),
    // Each request is on record as one look at the photo.
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (error !== null) return <Alert tone="warn">{sentenceOf(error)}</Alert>;
  if (data === undefined) return <SkeletonBlock width="16rem" height="16rem" />;
  return <FilePicture file={data} alt="What the recipient reported" className="reported-photo" />;
}
