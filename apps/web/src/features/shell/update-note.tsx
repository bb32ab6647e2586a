import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { leaveUpdate, takeUpdate, useUpdate } from './updates.ts';

/** Asks before the page is loaded anew: somebody may be in the middle of typing. */
export function UpdateNote() {
  const version = useUpdate();
  if (version === undefined) return null;
  return (
    <section className="update-note" role="status">
      <p>{say('A new version of Zawadi is ready.')}</p>
      <div className="row">
        <Button small onClick={() => takeUpdate(version)}>
          {say('Update')}
        </Button>
        <Button small variant="quiet" onClick={leaveUpdate}>
          {say('Later')}
        </Button>
      </div>
    </section>
  );
}
