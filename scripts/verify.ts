import { hasEntry, readVerification } from '../apps/api/src/features/services/audit/index.ts';
import { areWhole, describeBooks } from './backup/books.ts';
import { withBackup } from './backup/fetch-backup.ts';
import { lineOf, readOptions } from './commands/commands.ts';
import { endWith, onDatabase, withDeps } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

const ANCHOR = /^(\d+):([0-9a-f]{64})$/u;

await endWith(async () => {
  const { backup, expect, newest, identity } = readOptions('verify');
  if (backup === undefined) return verifyAuditLog(anchorOf(expect));
  if (expect !== undefined) throw new StartUpMistake('--expect cannot be combined with --backup.');
  const wanted = { from: backup, isNewest: newest === true, identityFile: identity };
  return withBackup(wanted, async ({ manifest }) => {
    console.log(
      `The backup of ${manifest.madeAt} is complete and unchanged: ${manifest.tables.length} tables.\n\n${describeBooks(manifest.books)}`,
    );
    return areWhole(manifest.books);
  });
});

function verifyAuditLog(anchor: Anchor | undefined): Promise<boolean> {
  return onDatabase(process.env, (urls) =>
    withDeps('verify', urls, async ({ db }) => {
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
      console.log(
        `The audit log is whole: ${entries} entries. Keep this elsewhere, and verify it later with`,
      );
      console.log(`  ${lineOf('verify', `--expect ${entries}:${headHash}`)}`);
      return true;
    }),
  );
}

type Anchor = { seq: number; hash: string };

/** Output of an earlier verification. An attacker who rewrites the whole audit log cannot rewrite this copy. */
function anchorOf(expect: string | undefined): Anchor | undefined {
  if (expect === undefined) return undefined;
  const [, seq, hash] = ANCHOR.exec(expect) ?? [];
  if (seq === undefined || hash === undefined) {
    throw new StartUpMistake('--expect takes what an earlier verification printed: number:hash.');
  }
  return { seq: Number(seq), hash };
}
