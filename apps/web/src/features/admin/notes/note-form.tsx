import { useMutation } from '@tanstack/react-query';
import { DOCUMENT_TYPES } from '@zawadi/contract/documents';
import { FILES_OF_NOTE_AT_MOST } from '@zawadi/contract/notes';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../../api/call.ts';
import { newId } from '../../../api/new-id.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { problemWithDocument, sendDocument } from '../documents/send-document.ts';
import '../reconciliation/reconciliation.css';

const LONGEST_NOTE = 2_000;

type NewFile = { documentId: string; content: File };
type NoteFormProps = {
  save: (note: { noteId: string; text: string; documentIds: string[] }) => Promise<unknown>;
  /** Whether files can be added. */
  hasFiles?: boolean;
};

/** Field for a new note, with files where the record keeps them. */
export function NoteForm({ save, hasFiles = false }: NoteFormProps) {
  const [text, setText] = useState('');
  const [files, setFiles] = useState<NewFile[]>([]);
  const [problem, setProblem] = useState<{ text?: string | undefined; files?: string | undefined }>({});
  // One id per note, so that a retry does not add the note twice.
  const [noteId, setNoteId] = useState(() => newId());
  const form = useRef<HTMLFormElement>(null);
  const noting = useMutation({
    mutationFn: async () => {
      for (const { documentId, content } of files) await sendDocument(documentId, content);
      await save({ noteId, text, documentIds: files.map(({ documentId }) => documentId) });
    },
    onSuccess: () => {
      form.current?.reset();
      setText('');
      setFiles([]);
      setNoteId(newId());
    },
    onError: (error) => setProblem({ text: sentenceOf(error) }),
  });
  return (
    <form
      ref={form}
      className="stack-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = {
          text: text.trim() === '' ? 'Please write a note' : undefined,
          files: problemWithFiles(files),
        };
        setProblem(found);
        const isGood = found.text === undefined && found.files === undefined;
        if (isGood && !noting.isPending) noting.mutate();
      }}
    >
      <TextArea
        label="New note"
        help="Notes cannot be changed or removed."
        rows={3}
        maxLength={LONGEST_NOTE}
        value={text}
        error={problem.text}
        onChange={({ target }) => setText(target.value)}
      />
      {hasFiles && (
        <TextField
          label="Files"
          isOptional
          className="statement-file"
          type="file"
          multiple
          help="PDF, JPEG or PNG, at most 5 MB each"
          accept={DOCUMENT_TYPES.join(',')}
          error={problem.files}
          onChange={({ target }) =>
            setFiles([...(target.files ?? [])].map((content) => ({ documentId: newId(), content })))
          }
        />
      )}
      <div className="actions">
        <Button type="submit" variant="secondary" small isBusy={noting.isPending} busyLabel="Saving...">
          Add note
        </Button>
      </div>
    </form>
  );
}

function problemWithFiles(files: readonly NewFile[]): string | undefined {
  if (files.length > FILES_OF_NOTE_AT_MOST) return 'Please choose at most five files.';
  return files.map(({ content }) => problemWithDocument(content)).find((problem) => problem !== undefined);
}
