import "./jitless.ts";
import "./styles/console.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { createConsole } from "./app/create-console.ts";
import { tellCaught } from "./app/ErrorBoundary.tsx";
import { keepPageSecret } from "./stores/page-secret.ts";

await keepPageSecret();
const console = createConsole();
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

// When the page goes away, what still waits for its undo is done (a closed tab must not keep a token alive), and edits are sent.
addEventListener("pagehide", () => {
  console.removals.settleAll();
  void console.saved.flush({ keepalive: true });
});

createRoot(root, { onCaughtError: tellCaught }).render(
  <StrictMode>
    <App console={console} />
  </StrictMode>,
);
