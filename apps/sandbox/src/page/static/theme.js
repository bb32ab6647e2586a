// Runs before the first paint, so that the page does not flash. The default is light; "system" follows the device.
{
  const storageKey = 'zawadi-theme';
  const stored = () => {
    try {
      return localStorage.getItem(storageKey);
    } catch {
      return null;
    }
  };
  const asked = new URLSearchParams(location.search).get('theme') ?? stored() ?? 'light';
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = asked === 'system' ? system : asked;

  addEventListener('DOMContentLoaded', () => {
    document.getElementById('theme').addEventListener('click', () => {
      const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
      document.documentElement.dataset.theme = next;
      try {
        localStorage.setItem(storageKey, next);
      } catch {
        // In private browsing, the choice lasts until the page is closed.
      }
    });
  });
}
