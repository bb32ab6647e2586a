import { parseArgs } from 'node:util';
import { endWith, findDatabase } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

// Standard output contains only the URL, so that psql "$(npm run --silent db:url)" works.
await endWith(async () => {
  let isForOwner = false;
  try {
    const { values } = parseArgs({ options: { owner: { type: 'boolean' } } });
    isForOwner = values.owner === true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartUpMistake(`${reason}\nUsage: npm run --silent db:url [-- --owner]`);
  }
  const urls = findDatabase(process.env);
  if (!urls) throw new StartUpMistake('The embedded database is not running; start it with `npm start`.');
  const url = isForOwner ? urls.ownerUrl : urls.appUrl;
  if (url === undefined) throw new StartUpMistake('DATABASE_OWNER_URL is missing.');
  console.log(url);
  return true;
});
