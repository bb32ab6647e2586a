import { Volume2, VolumeX } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { mute } from './signals.ts';

/** Turns the sound of this till off and on. */
export function SoundButton() {
  const isMuted = useSyncExternalStore(mute.watch, mute.read);
  const label = isMuted ? 'Turn the sound on' : 'Turn the sound off';
  return (
    <IconButton label={label} title={label} onClick={() => mute.set(!isMuted)}>
      <Icon of={isMuted ? VolumeX : Volume2} />
    </IconButton>
  );
}
