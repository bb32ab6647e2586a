import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { listNotes } from './list-notes.ts';
import { readNoteFile, writeNote } from './write-note.ts';

export function routes({ db }: Pick<Deps, 'db'>): Route[] {
  return [
    route(contract.listNotes, ({ params, query }) => listNotes(db, { ...params, ...query })),
    route(contract.writeNote, ({ params, body }, context) =>
      writeNote(db, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.noteFile, ({ params }, context) =>
      readNoteFile(db, { ...params, auditor: auditorOf(context) }),
    ),
  ];
}
