// Sets the chosen theme before the first paint. A file of its own: the content security policy has no inline scripts.
(() => {
  try {
    const theme = localStorage.getItem("understudy:theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // No storage: the system's theme it is.
  }
})();
