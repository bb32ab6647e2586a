/** Loads polyfills in old browsers that need them. */
export function installOldBrowsers(): void {
  if (!('CSSLayerBlockRule' in globalThis))
    void import('./old-layers.ts').then(({ installLayers }) => installLayers());
  if (!('popover' in HTMLElement.prototype))
    void import('./old-popovers.ts').then(({ installPopovers }) => installPopovers());
}
