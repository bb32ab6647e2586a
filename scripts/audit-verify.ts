import { parseArgs } from 'node:util';
import { hasEntry, readVerification } from '../apps/api/src/features/services/audit/index.ts';
import { runCommand } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

const ANCHOR = /^(\d+):([0-9a-f]{64})$/u;

await runCommand('audit:verify', async ({ db }) => {
  const anchor = readAnchor();
  const { entries, brokenAt, headHash } = await readVerification(db);
  if (brokenAt !== undefined) {
    console.log(
      `THE AUDIT LOG IS BROKEN at entry ${brokenAt} of ${entries}: it was changed, or entries are missing.`,
    );
    return false;
  }
  if (anchor && !(await hasEntry(db, anchor))) {
    console.log(`THE AUDIT LOG WAS REPLACED: entry ${anchor.seq} no longer has the hash ${anchor.hash}.`);
    return false;
  }
  console.log(`The audit log is whole: ${entries} entries. Keep this elsewhere, and verify it later with`);
  console.log(`  npm run audit:verify -- --expect ${entries}:${headHash}`);
  return true;
});

/** Output of an earlier verification. An attacker who rewrites the whole audit log cannot rewrite this copy. */
function readAnchor(): { seq: number; hash: string } | undefined {
  const { values } = parseArgs({ options: { expect: { type: 'string' } } });
  if (values.expect === undefined) return undefined;
  const [, seq, hash] = ANCHOR.exec(values.expect) ?? [];
  if (seq === undefined || hash === undefined) {
    throw new StartUpMistake('--expect takes what an earlier verification printed: number:hash.');
  }
  return { seq: Number(seq), hash };
}
