import { useCallback } from 'react';

type FilePictureProps = { file: File; alt: string; className?: string };

/** Shows a picture file, at an address that only this page can read. */
export function FilePicture({ file, alt, className }: FilePictureProps) {
  const show = useCallback(
    (picture: HTMLImageElement) => {
      const address = URL.createObjectURL(file);
      picture.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  return <img ref={show} alt={alt} className={className} />;
}
