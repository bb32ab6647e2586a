import { runFromArtefact } from './run-from-artefact.ts';

await runFromArtefact('migrate');
