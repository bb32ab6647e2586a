// Runs before the first paint, so that a dark page never flashes white. The stored choice is light, dark or system.
(() => {
  const read = () => {
    try {
      return localStorage.getItem('zawadi-theme') ?? 'light';
    } catch {
      return 'light';
    }
  };
  const device = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const choice = read();
    const isDark = choice === 'dark' || (choice === 'system' && device.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  device.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('zawadi-theme', apply);
  apply();
})();
