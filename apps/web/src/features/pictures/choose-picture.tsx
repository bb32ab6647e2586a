import { useRef, useState } from 'react';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { CropDialog } from './crop-dialog.tsx';
import { PICTURE_TYPES, problemWithPicture } from './picture-file.ts';

type ChoosePictureProps = {
  /** Label of the button that opens the file picker. */
  label: string;
  title: string;
  action: string;
  shape: 'round' | 'square';
  save: (square: File) => Promise<void>;
};

/** Chooses a picture from this device, crops it to a square, and saves it. */
export function ChoosePicture({ label, ...dialog }: ChoosePictureProps) {
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
          // Without this, choosing the same file again would fire no event.
          target.value = '';
        }}
      />
      <Button variant="secondary" small onClick={() => input.current?.click()}>
        {label}
      </Button>
      {picture !== undefined && <CropDialog {...dialog} picture={picture} onClose={close} />}
    </>
  );
}
