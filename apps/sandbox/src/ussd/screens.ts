import type { Network } from './networks.ts';

const more = '\n98:More';
const back = '\n00:Back';
const moreAndBack = '\n98:More 00:Back';

/** Divides a screen as the gateway does: into pages where the network has them, else the rest is lost. */
export function pagesOf(screen: string, { screenLength, hasPages }: Network): string[] {
  if (screen.length <= screenLength) return [screen];
  if (!hasPages) return [screen.slice(0, screenLength)];
  const parts = split(screen, screenLength - moreAndBack.length);
  return parts.map((part, index) => {
    if (index === 0) return part + more;
    return part + (index === parts.length - 1 ? back : moreAndBack);
  });
}

/** Splits a text at line ends or spaces, if a part has one. */
function split(text: string, room: number): string[] {
  if (text.length <= room) return [text];
  const part = text.slice(0, room + 1);
  const end = Math.max(part.lastIndexOf('\n'), part.lastIndexOf(' '));
  const length = end > 0 ? end : room;
  return [text.slice(0, length), ...split(text.slice(end > 0 ? end + 1 : length), room)];
}
