import { useMutation } from '@tanstack/react-query';
import { toast } from '../../ui/toast.tsx';
import { sentenceOf } from '../../api/call-errors.ts';
import { saveFile } from '../../api/save-file.ts';

/** Fetches a file and saves it; a toast reports failures. */
export function useDownload() {
  const downloading = useMutation({
    mutationFn: async (fetching: () => Promise<File>) => saveFile(await fetching()),
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return { save: downloading.mutate, isBusy: downloading.isPending };
}
