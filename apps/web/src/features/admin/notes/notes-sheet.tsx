import { useQueryClient } from '@tanstack/react-query';
import { listNotes, noteFile, writeNote, type Note, type NoteSubject } from '@zawadi/contract/notes';
import { call, fetchFile } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { timeText } from '../../../ui/time-text.ts';
import { Timeline } from '../../../ui/timeline.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { MaskedText } from '../contacts/masked-text.tsx';
import { useRights } from '../use-rights.ts';
import { NoteForm } from './note-form.tsx';
import './notes.css';

/** Notes about a record with their files, newest first, and a field for another one. */
export function NotesSheet({ about }: { about: NoteSubject }) {
  const { subjectKind, subjectId } = about;
  const params = { subjectKind, subjectId };
  const queries = useQueryClient();
  const { mayAskForMoney: mayWrite } = useRights();
  const list = usePages(listNotes, { queryKey: adminQueryKeys.notes(params), params });
  const notes = list.data?.pages.flatMap((page) => page.notes);
  return (
    <Sheet title="Notes" isPadded>
      <div className="stack notes">
        {notes === undefined && list.error === null && <ListSkeleton rows={1} />}
        {notes === undefined && list.error !== null && (
          <LoadFailure title="Failed to load the notes" of={list} />
        )}
        {notes?.length === 0 && <p className="small muted">None.</p>}
        {notes !== undefined && notes.length > 0 && (
          <Timeline items={notes.map((note) => itemOf(note, params, mayWrite))} />
        )}
        {list.hasNextPage && (
          <div>
            <Button
              variant="secondary"
              small
              isBusy={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show more
            </Button>
          </div>
        )}
        {mayWrite && (
          <NoteForm
            hasFiles
            save={async (body) => {
              await call(writeNote, { params, body });
              toast.success('Note added');
              for (const queryKey of [adminQueryKeys.timelines, adminQueryKeys.personTimelines])
                void queries.invalidateQueries({ queryKey });
              await queries.invalidateQueries({ queryKey: adminQueryKeys.notes(params) });
            }}
          />
        )}
      </div>
    </Sheet>
  );
}

function itemOf({ noteId, by, at, text, files }: Note, params: NoteSubject, mayOpen: boolean) {
  return {
    key: noteId,
    state: 'done' as const,
    title: by,
    time: timeText(new Date(at)),
    note: (
      <>
        <MaskedText record={{ kind: 'note', id: noteId }} label="Note" text={text} />
        {files.map(({ documentId, fileName, sha256 }) => (
          <span key={documentId} className="note-file" title={`SHA-256 ${sha256}`}>
            {mayOpen ? (
              <ExportButton fetching={async () => fetchFile(noteFile, { params: { ...params, documentId } })}>
                {fileName}
              </ExportButton>
            ) : (
              fileName
            )}
          </span>
        ))}
      </>
    ),
  };
}
