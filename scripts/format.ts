import { spawnSync } from 'node:child_process';

/** Formats all files, or only the files named as arguments. */
const { status } = spawnSync('oxfmt', process.argv.slice(2), { stdio: 'inherit' });
process.exitCode = status ?? 1;
