// Sets the chosen theme and density before the first paint. A file of its own: the content security policy has no inline
// scripts.
(() => {
  try {
    const page = document.documentElement.dataset;
    const theme = localStorage.getItem("understudy:theme");
    const density = localStorage.getItem("understudy:density");
    if (theme === "light" || theme === "dark") page.theme = theme;
    if (density === "compact" || density === "roomy") page.density = density;
  } catch {
    // No storage: the system's theme it is.
  }
})();
