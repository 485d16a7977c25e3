import "../styles/console.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { desktopBridge } from "../desktop/desktop-bridge.ts";
import { Frameless } from "../parts/Frameless.tsx";
import { Chooser } from "./Chooser.tsx";
import { createChooserStore } from "./chooser-store.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("chooser.html has no #root");
const bridge = desktopBridge();

createRoot(root).render(
  <StrictMode>
    {bridge === null ? (
      <Frameless title="Only in the desktop app">
        <p>This page chooses the workspace of the Understudy app.</p>
      </Frameless>
    ) : (
      <Chooser store={createChooserStore()} bridge={bridge} />
    )}
  </StrictMode>,
);
