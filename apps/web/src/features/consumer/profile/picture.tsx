import { useMutation } from '@tanstack/react-query';
import { deletePicture } from '@zawadi/contract/account';
import { useRef, useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSession, useUser } from '../../session/session.tsx';
import { CropDialog } from './crop-dialog.tsx';
import { PICTURE_TYPES, problemWithPicture } from './picture-file.ts';
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
          <ChoosePicture isFirst={pictureUrl === null} />
          {pictureUrl !== null && <RemovePicture />}
        </div>
        <p className="tiny muted">{say('JPEG, PNG or WebP, at most 5 MB')}</p>
      </div>
    </div>
  );
}

function ChoosePicture({ isFirst }: { isFirst: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const choose = async (file: File) => {
    const problem = problemWithPicture(file);
    if (problem !== undefined) return toast.error(problem);
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      toast.error(say('We could not read this picture. Please choose another.'));
    }
  };
  const close = () => {
    picture?.close();
    setPicture(undefined);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_TYPES}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void choose(file);
          // The same file can then be chosen again.
          target.value = '';
        }}
      />
      <Button variant="secondary" small onClick={() => input.current?.click()}>
        {isFirst ? say('Upload picture') : say('Change picture')}
      </Button>
      {picture !== undefined && <CropDialog picture={picture} onClose={close} />}
    </>
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
