/** Where the desktop app keeps what it remembers, below the system's folder for apps' settings. The launcher reads it too. */
export const desktopFolder = "Understudy Desktop";
export const desktopMemoryFile = "desktop.json";
