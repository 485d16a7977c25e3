/** One thing that doctor looked at. Only `problem` would stop `serve`; `note` is worth knowing. */
export interface Check {
  readonly id:
    | "node"
    | "data-folder"
    | "documents"
    | "event-store"
    | "platform-port"
    | "sdk-port"
    | "electron"
    | "display";
  readonly status: "ok" | "note" | "problem";
  readonly text: string;
}
