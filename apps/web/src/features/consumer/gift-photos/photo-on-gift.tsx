import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteGiftPhoto } from '@zawadi/contract/gift-photos';
import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';

type PhotoOnGiftProps = { requestId: string; photo: NonNullable<SentGift['photo']> };

/** Tells the giver about the photo on a sent gift: it can be removed, or support has removed it. */
export function PhotoOnGift({ requestId, photo }: PhotoOnGiftProps) {
  const queries = useQueryClient();
  const removing = useMutation({
    mutationFn: () => call(deleteGiftPhoto, { params: { requestId } }),
    onSuccess: () => toast.success(say('Photo removed')),
    onError: (error) => toast.error(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.sentGifts }),
  });
  if (photo === 'removed') {
    return (
      <Alert tone="warn">
        {say('Zawadi support has removed your photo from this gift. The gift itself is unchanged.')}
      </Alert>
    );
  }
  return (
    <section className="sheet pad spread">
      <p className="small">{say('Your photo is on the gift.')}</p>
      <Button
        variant="quiet"
        small
        onClick={() => removing.mutate()}
        isBusy={removing.isPending}
        busyLabel={say('Removing...')}
      >
        {say('Remove photo')}
      </Button>
    </section>
  );
}
