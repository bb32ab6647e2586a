// Runs before the first paint, so that a dark page never flashes white. The stored choice is light, dark or system.
// Runs in any browser of the last twenty years: it also shows the page for those that the app does not run in.
(function () {
  var page = document.documentElement;
  function read() {
    try {
      return localStorage.getItem('zawadi-theme') || 'light';
    } catch (error) {
      return 'light';
    }
  }
  var device = window.matchMedia ? matchMedia('(prefers-color-scheme: dark)') : {};
  function apply() {
    var choice = read();
    var isDark = choice === 'dark' || (choice === 'system' && device.matches);
    page.setAttribute('data-theme', isDark ? 'dark' : 'light');
  }
  function showTooOld() {
    var shown = document.getElementById(
      page.getAttribute('data-page') === 'gift' ? 'too-old-gift' : 'too-old',
    );
    var root = document.getElementById('root');
    if (shown && root) root.parentNode.replaceChild(document.importNode(shown.content, true), root);
  }
  // Newest of what the app can't do without: iOS and Safari 15.4, Chrome 92, Firefox 98.
  if (!Array.prototype.at || !window.HTMLDialogElement || !window.Promise || !Promise.allSettled) {
    page.setAttribute('data-too-old', '');
    document.addEventListener('DOMContentLoaded', showTooOld);
  }
  if (device.addEventListener) device.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('zawadi-theme', apply);
  apply();
})();
