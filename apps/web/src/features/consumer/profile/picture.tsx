import { useMutation } from '@tanstack/react-query';
import { deletePicture, putPicture } from '@zawadi/contract/users-account';
import { call, sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ChoosePicture } from '../../pictures/choose-picture.tsx';
import { useSession, useUser } from '../../session/session.tsx';
import './picture.css';

/** The person's name and picture, which can be chosen, cropped and removed. */
export function Picture() {
  const { firstName, lastName, pictureUrl } = useUser();
  const fullName = `${firstName} ${lastName}`;
  return (
    <div className="profile-head picture">
      <Avatar name={fullName} pictureUrl={pictureUrl} />
      <div className="stack-2">
        <h3>{fullName}</h3>
        <div className="picture-actions">
          <Choose isFirst={pictureUrl === null} />
          {pictureUrl !== null && <RemovePicture />}
        </div>
        <p className="tiny muted">{say('JPEG, PNG or WebP, at most 5 MB')}</p>
      </div>
    </div>
  );
}

function Choose({ isFirst }: { isFirst: boolean }) {
  const { reload } = useSession();
  return (
    <ChoosePicture
      label={isFirst ? say('Upload picture') : say('Change picture')}
      title={say('Your picture')}
      action={say('Save picture')}
      shape="round"
      save={async (square) => {
        await call(putPicture, { body: square });
        await reload();
        toast.success(say('Picture saved'));
      }}
    />
  );
}

function RemovePicture() {
  const { reload } = useSession();
  const removing = useMutation({
    mutationFn: async () => {
      await call(deletePicture);
      await reload();
    },
    onSuccess: () => toast.success(say('Picture removed')),
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return (
    <Button
      variant="quiet"
      small
      isBusy={removing.isPending}
      busyLabel={say('Removing...')}
      onClick={() => removing.mutate()}
    >
      {say('Remove')}
    </Button>
  );
}
