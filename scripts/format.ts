import { spawnSync } from 'node:child_process';

/** Puts the format of every file right, or of those named. */
const { status } = spawnSync('oxfmt', process.argv.slice(2), { stdio: 'inherit' });
process.exitCode = status ?? 1;
