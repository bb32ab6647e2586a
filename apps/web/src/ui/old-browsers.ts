/** Loads what some of our oldest browsers lack, for those alone. */
export function installOldBrowsers(): void {
  if (!('CSSLayerBlockRule' in globalThis))
    void import('./old-layers.ts').then(({ installLayers }) => installLayers());
  if (!('popover' in HTMLElement.prototype))
    void import('./old-popovers.ts').then(({ installPopovers }) => installPopovers());
}
