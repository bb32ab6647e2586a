import { useMutation } from '@tanstack/react-query';
import { toast } from '../../ui/toast.tsx';
import { sentenceOf } from '../../api/call-errors.ts';
import { saveFile } from '../../api/save-file.ts';

/** Returns a function that downloads a file and saves it; shows failures in a toast. */
export function useDownload() {
  const downloading = useMutation({
    mutationFn: async (fetching: () => Promise<File>) => saveFile(await fetching()),
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return { save: downloading.mutate, isBusy: downloading.isPending };
}
