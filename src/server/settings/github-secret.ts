import type { SecretsDocument } from "../../core/documents.ts";
import type { GitHubClient, GitHubClientTold } from "../../core/settings.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import type { Keychain } from "./keychain.ts";

/** The operator's OAuth client with its secret, as it is used. */
export interface OpenGitHubClient extends GitHubClient {
  readonly clientSecret: string;
}

/**
 * The operator's OAuth client. Its secret is valid at GitHub, unlike all else in a workspace: where the system has a keychain
 * it is sealed, so that a copied or backed up folder does not reveal it.
 */
export class GitHubSecret {
  private readonly secrets: JsonDocument<SecretsDocument>;
  private readonly keychain: Keychain | null;
  /** A sealed secret that the keychain refused to open. */
  private refused: string | null = null;

  constructor(secrets: JsonDocument<SecretsDocument>, keychain: Keychain | null) {
    this.secrets = secrets;
    this.keychain = keychain;
  }

  told(): GitHubClientTold | null {
    const { github } = this.secrets.data;
    if (github === null) return null;
    const { clientId, baseUrl, clientSecret } = github;
    if (typeof clientSecret === "string") return { clientId, baseUrl, secret: "file" };
    const isLocked = this.keychain === null || this.refused === clientSecret.sealed;
    return { clientId, baseUrl, secret: isLocked ? "locked" : "keychain" };
  }

  /** Keeps it, sealed where that can be; null forgets it. @throws Problem storage-failed */
  async keep(client: OpenGitHubClient | null): Promise<void> {
    const sealed = client === null ? null : await this.keychain?.seal(client.clientSecret);
    const kept = client === null || !sealed ? client : { ...client, clientSecret: { sealed } };
    await this.secrets.update((draft) => {
      draft.github = kept;
    });
    this.refused = null;
  }

  /** Null where none is set up, or its secret can't be opened. */
  async open(): Promise<OpenGitHubClient | null> {
    const { github } = this.secrets.data;
    if (github === null) return null;
    const { clientSecret } = github;
    if (typeof clientSecret === "string") return { ...github, clientSecret };
    const opened = (await this.keychain?.open(clientSecret.sealed)) ?? null;
    if (opened === null) this.refused = clientSecret.sealed;
    return opened === null ? null : { ...github, clientSecret: opened };
  }
}
