/** Returns whether the app was opened from the home screen, in a window of its own. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

/** Returns whether this is an iPhone or iPad. An iPad claims to be a Mac, but no Mac has a touch screen. */
export function isAppleMobile({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator): boolean {
  return /iPhone|iPad/u.test(userAgent) || (/Macintosh/u.test(userAgent) && maxTouchPoints > 1);
}
