/** Returns whether the app runs in its own window, opened from the Home Screen. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

/** Returns whether this is an iPhone or iPad. An iPad identifies as a Mac, but no Mac has a touch screen. */
export function isAppleMobile({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator): boolean {
  return /iPhone|iPad/u.test(userAgent) || (/Macintosh/u.test(userAgent) && maxTouchPoints > 1);
}
