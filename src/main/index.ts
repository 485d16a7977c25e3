import { runDesktop } from "./run-desktop.ts";

// Not awaited at the top level: Electron becomes ready only once this module has been evaluated.
void runDesktop();
