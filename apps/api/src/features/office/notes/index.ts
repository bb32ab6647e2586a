export { routes } from './routes.ts';
export { addNote } from './write-note.ts';
