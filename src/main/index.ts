import { runDesktop } from "./run-desktop.ts";
import { tellLauncher } from "./tell-launcher.ts";

tellLauncher();
// Not awaited at the top level: Electron becomes ready only once this module has been evaluated.
void runDesktop();
